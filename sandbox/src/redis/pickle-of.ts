type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** An operation with a number behind it, little endian. */
function withNumber(code: string, value: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.write(code, 'latin1')
  bytes.writeInt32LE(value, 1)
  return bytes
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.write('G', 'latin1')
  bytes.writeDoubleBE(value, 1)
  return bytes
}

/** The inside of a list or a dict behind its empty one: a mark, the values, and what takes them in. */
const filled = (empty: string, values: readonly Json[], end: string): Buffer =>
  Buffer.concat([Buffer.from(`${empty}(`), ...values.map(valueOf), Buffer.from(end)])

function valueOf(value: Json): Buffer {
  if (value === null) return Buffer.from('N')
  if (typeof value === 'boolean') return Buffer.of(value ? 0x88 : 0x89)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([withNumber('X', text.length), text])
  }
  if (typeof value === 'number') return (value | 0) === value ? withNumber('J', value) : float(value)
  return Array.isArray(value)
    ? filled(']', value as readonly Json[], 'e')
    : filled('}', Object.entries(value).flat(), 'u')
}

/** A value as `pickle.dumps` of Python writes it, protocol 2, without a memo. */
export function pickleOf(value: Json): Buffer {
  return Buffer.concat([Buffer.of(0x80, 2), valueOf(value), Buffer.from('.')])
}
