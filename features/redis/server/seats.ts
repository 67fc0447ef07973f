import { AppError } from '@qd/contract-kit'
import type { ErrorDef } from '@qd/contract-kit'

/** So many at once for each person on this node; what it gives back takes one and answers what gives it back. */
export function takeSeats(limit: number, full: ErrorDef): (userId: string) => () => void {
  const taken = new Map<string, number>()
  return (userId) => {
    const count = taken.get(userId) ?? 0
    if (count >= limit) throw new AppError(full, { params: { limit } })
    taken.set(userId, count + 1)
    return () => {
      const left = taken.get(userId)! - 1
      if (left === 0) taken.delete(userId)
      else taken.set(userId, left)
    }
  }
}
