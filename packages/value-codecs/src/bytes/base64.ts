/** Bytes as base64 with its padding. */
export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8_190) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_190)))
  }
  return btoa(pieces.join(''))
}

/** Null: it is no base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
