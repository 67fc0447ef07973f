const KIB = 1_024
const MIB = 1_048_576

/** What a file takes on the disk, as people say it. */
export function inMebibytes(bytes: number): string {
  if (bytes < MIB) return `${Math.ceil(bytes / KIB)} KiB`
  const mebibytes = bytes / MIB
  return `${mebibytes < 10 ? mebibytes.toFixed(1) : Math.round(mebibytes)} MiB`
}
