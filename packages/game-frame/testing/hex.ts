/** Bytes of hex digits; spaces may stand anywhere. */
export const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
export const hexOf = (data: Uint8Array): string => Buffer.from(data).toString('hex')
