import { closeSync, openSync, readSync } from 'node:fs'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682
const COMMITS_OF_A_CRASH = 1

/** The two running sums of SQLite's log format over words of 32 bits. */
interface Sums {
  a: number
  b: number
}

function addWords(bytes: DataView, { a, b }: Sums, isLittleEndian: boolean): Sums {
  for (let at = 0; at < bytes.byteLength; at += 8) {
    a = (a + bytes.getUint32(at, isLittleEndian) + b) >>> 0
    b = (b + bytes.getUint32(at + 4, isLittleEndian) + a) >>> 0
  }
  return { a, b }
}

const view = (bytes: Buffer, at: number, length: number) =>
  new DataView(bytes.buffer, bytes.byteOffset + at, length)

/**
 * Tells whether the write-ahead log holds acknowledged commits that SQLite would leave out; null: it does not.
 * SQLite reads a log up to the first frame that does not fit and takes the rest for what a crash left behind. That is
 * right for the one commit that was under way; each one before it was on the disk before the next began. So two commits
 * of the same log behind a frame that does not fit mean that the frame was damaged later. To be asked while nobody has the log open.
 */
export function lostInLog(file: string): string | null {
  const handle = openIfThere(file)
  if (handle === null) return null
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    if (readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null
    const pageBytes = header.readUInt32BE(8)
    const magic = header.readUInt32BE(0)
    const isLittleEndian = (magic & 1) === 0
    let sums = addWords(view(header, 0, 24), { a: 0, b: 0 }, isLittleEndian)
    const isHeaderFit =
      (magic & 0xfffffffe) >>> 0 === MAGIC &&
      sums.a === header.readUInt32BE(24) &&
      sums.b === header.readUInt32BE(28)
    // Written and synced before any frame: one that does not fit with frames behind it was damaged.
    const frame = Buffer.alloc(FRAME_HEADER_BYTES + (isHeaderFit ? pageBytes : 4_096))
    let isFit = isHeaderFit
    let salt = isHeaderFit ? header.subarray(16, 24) : null
    let lost = 0
    for (let at = HEADER_BYTES, index = 1; ; at += frame.length, index++) {
      if (readSync(handle, frame, 0, frame.length, at) < frame.length) break
      salt ??= Buffer.from(frame.subarray(8, 16))
      // Of an older round of the log, or damaged: none that follows can fit.
      if (!frame.subarray(8, 16).equals(salt)) {
        isFit = false
        continue
      }
      if (isFit) {
        sums = addWords(view(frame, 0, 8), sums, isLittleEndian)
        sums = addWords(
          view(frame, FRAME_HEADER_BYTES, frame.length - FRAME_HEADER_BYTES),
          sums,
          isLittleEndian,
        )
        isFit = sums.a === frame.readUInt32BE(16) && sums.b === frame.readUInt32BE(20)
      }
      const isCommit = frame.readUInt32BE(4) !== 0
      if (!isFit && isCommit) lost += 1
      if (lost > COMMITS_OF_A_CRASH)
        return `frame ${index} and those before it hold commits that cannot be read any more`
    }
    return null
  } finally {
    closeSync(handle)
  }
}

function openIfThere(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
