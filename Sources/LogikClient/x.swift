import ParlorKit
