const KIB = 1_024
const MIB = KIB * KIB

/** A number of bytes for people: `16 KiB`, `10 MiB`, `1,5 MiB` as `1.5 MiB`. */
export function byteText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`
  const [size, unit] = bytes < MIB ? [bytes / KIB, 'KiB'] : [bytes / MIB, 'MiB']
  // Rounded down: what is named must fit.
  return `${Math.floor(size * 10) / 10} ${unit}`
}
