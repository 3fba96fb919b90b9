// Tests that use a pseudo-terminal see its screen, and those that start a program how it ended.
@_exported import Terminals
