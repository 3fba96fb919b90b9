import CEditline
import LibC

/// libedit's own object with the streams it needs; freed in the right order.
final class EditLineHandle {
  let pointer: OpaquePointer
  private var streams: [UnsafeMutablePointer<FILE>]

  /// Makes one for a terminal; messages about `.editrc` go to `errors`.
  ///
  /// The streams are libedit's own, on duplicates: closing them leaves the descriptors alone.
  init?(program: String, input: Int32, output: Int32, errors: Int32) {
    let opened = [(input, "r"), (output, "w"), (errors, "w")].compactMap { descriptor, mode in
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      return fdopen(copy, mode)
    }
    guard opened.count == 3, let pointer = el_init(program, opened[0], opened[1], opened[2]) else {
      for stream in opened {
        fclose(stream)
      }
      return nil
    }
    self.pointer = pointer
    streams = opened
  }

  /// Lets libedit draw where nobody sees it. Not from the start: it wants a terminal then.
  func silence() {
    if let nothing = fopen("/dev/null", "we") {
      streams.append(nothing)
      _ = cedit_set_output(pointer, nothing)
    }
  }

  /// With editing switched off, el_end leaves the terminal alone, and what was typed ahead in it.
  deinit {
    _ = cedit_set_editing(pointer, 0)
    el_end(pointer)
    for stream in streams {
      fclose(stream)
    }
  }
}
