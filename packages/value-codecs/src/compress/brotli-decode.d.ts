/** The part of the package `brotli` that writes piece by piece; it comes without types. */
declare module 'brotli/dec/decode.js' {
  export interface BrotliSource {
    read(into: Uint8Array, from: number, count: number): number
  }
  export interface BrotliSink {
    buffer: { readonly length: number }
    write(bytes: Uint8Array, count: number): number
  }
  export function BrotliDecompress(source: BrotliSource, sink: BrotliSink): void
}
