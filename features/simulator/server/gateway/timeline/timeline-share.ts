import { AppError } from '@qd/contract-kit'
import { FRAMES_MAX, simulatorErrors } from '../../../contract/index.ts'
import type { TimelineCounts } from '../../../contract/index.ts'

const GIB = 1_073_741_824
const MIB = 1_048_576

export interface TimelineLimits {
  /** Of one connection. */
  frames: number
  /** Of all connections of this node: their heads lie in memory. */
  framesOfNode: number
  /** Of all connections of one user on this node, so that nobody takes all of those. */
  framesOfUser: number
  /** Of all time lines of one user on this node. */
  bytesOfUser: number
}

export const TIMELINE_LIMITS: TimelineLimits = {
  frames: FRAMES_MAX,
  framesOfNode: 8_000_000,
  framesOfUser: 4_000_000,
  bytesOfUser: GIB,
}

/** Said where the user's share of the disk is used up. */
export const shareFull = (limitMiB: number) =>
  new AppError(simulatorErrors.simulator_share_full, { params: { limit: limitMiB } })

const mebibytes = (bytes: number): number => Math.round(bytes / MIB)

function setSum(sums: Map<string, number>, userId: string, bytes: number): void {
  if (bytes > 0) sums.set(userId, bytes)
  else sums.delete(userId)
}

/** What one time line may still take. */
export interface TimelineShare {
  /** Takes room for one more frame; why there is none, or null. */
  take(frames: number, bytes: number): TimelineCounts['lostWhy']
  /** Takes room for bytes that are held for a while; false where there is none. */
  hold(bytes: number): boolean
  letGo(bytes: number): void
  /** All the user may take here. */
  readonly limitMiB: number
  /** Gives back all that was taken. */
  release(): void
}

/** Counts what the time lines of this node take, so that no user takes all of it. */
export class TimelineShares {
  readonly #limits: TimelineLimits
  readonly #used = new Map<string, { bytes: number; frames: number }>()
  /** Bytes of time lines that were kept here, as the table says. */
  readonly #kept = new Map<string, number>()
  /** Bytes of kept time lines that are being written: the table does not know them yet. */
  readonly #underWay = new Map<string, number>()
  #frames = 0

  constructor(limits: Partial<TimelineLimits> = {}) {
    this.#limits = { ...TIMELINE_LIMITS, ...limits }
  }

  #of(userId: string): { bytes: number; frames: number } {
    const used = this.#used.get(userId) ?? { bytes: 0, frames: 0 }
    this.#used.set(userId, used)
    return used
  }

  get bytesOfUser(): number {
    return this.#limits.bytesOfUser
  }

  /** What the table says; what is being written stays beside it. */
  setKept(userId: string, bytes: number): void {
    setSum(this.#kept, userId, bytes)
  }

  /** Takes room for a piece of a time line that is being kept; throws `simulator_share_full`. */
  takeKept(userId: string, bytes: number): void {
    if (!this.#hasRoom(userId, bytes)) throw shareFull(mebibytes(this.bytesOfUser))
    setSum(this.#underWay, userId, (this.#underWay.get(userId) ?? 0) + bytes)
  }

  /** What was taken for it: the table has it by now, or it failed. */
  giveBackKept(userId: string, bytes: number): void {
    setSum(this.#underWay, userId, (this.#underWay.get(userId) ?? 0) - bytes)
  }

  #hasRoom(userId: string, more: number): boolean {
    const { bytes } = this.#of(userId)
    const kept = (this.#kept.get(userId) ?? 0) + (this.#underWay.get(userId) ?? 0)
    return bytes + kept + more <= this.#limits.bytesOfUser
  }

  #whyFull(userId: string, have: number, more: number): TimelineCounts['lostWhy'] {
    const { frames } = this.#of(userId)
    const { framesOfNode, framesOfUser } = this.#limits
    if (have >= this.#limits.frames || this.#frames >= framesOfNode || frames >= framesOfUser) return 'frames'
    return this.#hasRoom(userId, more) ? null : 'bytes'
  }

  of(userId: string): TimelineShare {
    let frames = 0
    let bytes = 0
    let isOver = false
    return {
      take: (have, more) => {
        // What comes after the end is kept by nobody.
        if (isOver) return 'frames'
        const why = this.#whyFull(userId, have, more)
        if (why !== null) return why
        const used = this.#of(userId)
        used.bytes += more
        used.frames += 1
        this.#frames += 1
        frames += 1
        bytes += more
        return null
      },
      limitMiB: mebibytes(this.#limits.bytesOfUser),
      hold: (more) => {
        if (isOver || !this.#hasRoom(userId, more)) return false
        this.#of(userId).bytes += more
        bytes += more
        return true
      },
      letGo: (less) => {
        if (isOver) return
        this.#of(userId).bytes -= less
        bytes -= less
      },
      release: () => {
        if (isOver) return
        isOver = true
        this.#frames -= frames
        const used = this.#of(userId)
        used.bytes -= bytes
        used.frames -= frames
        if (used.frames === 0 && used.bytes === 0) this.#used.delete(userId)
      },
    }
  }
}
