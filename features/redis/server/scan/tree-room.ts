import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'

const MIB = 1_048_576
/** Bytes that the names of one list may take on the console. */
export const TREE_BYTES_MAX = 64 * MIB
/** A list with less would drop nearly all of its names. */
const TREE_BYTES_MIN = 4 * MIB
/** Bytes of all lists of a node together. */
const ROOM_BYTES = 1_024 * MIB

/** A tree as its room sees it: one that still grows counts with all it may take. */
export interface RoomyTree {
  readonly capBytes: number
  readonly isGrowing: boolean
  readonly bytes: number
}

/** The memory for key lists of this node: when little is left a new list gets less, and in the end none. */
export class TreeRoom {
  readonly #trees = new Set<RoomyTree>()
  readonly #roomBytes: number

  constructor(roomBytes = ROOM_BYTES) {
    this.#roomBytes = roomBytes
  }

  /** Bytes a new tree may take. Throws `redis_trees_full`. */
  capBytes(): number {
    let left = this.#roomBytes
    for (const { capBytes, isGrowing, bytes } of this.#trees) left -= isGrowing ? capBytes : bytes
    if (left >= TREE_BYTES_MIN) return Math.min(TREE_BYTES_MAX, left)
    throw new AppError(redisErrors.redis_trees_full, {
      params: { limitMb: Math.round(this.#roomBytes / MIB) },
    })
  }

  add(tree: RoomyTree): void {
    this.#trees.add(tree)
  }

  drop(tree: RoomyTree): void {
    this.#trees.delete(tree)
  }
}
