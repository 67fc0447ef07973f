export const ofHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
export const ofLatin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))
