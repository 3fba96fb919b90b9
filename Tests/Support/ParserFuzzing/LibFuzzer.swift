/// What libFuzzer calls with each input (https://llvm.org/docs/LibFuzzer.html); `scripts/fuzz --coverage`
/// links it.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let fault = ParserInput(bytes).fault()
  precondition(fault == nil, fault ?? "")
  return 0
}
