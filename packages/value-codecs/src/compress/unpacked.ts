/** What came out of a compression. */
export interface Unpacked {
  bytes: Uint8Array<ArrayBuffer>
  /** A checksum of the format covers all of it and is right; false: the format has none, or its writer left it out. */
  isChecked: boolean
}
