import { expect, test } from 'vitest'
import { TimelineShares } from './timeline-share.ts'

/* What time lines, kept ones and waiting captures take of one user's part of the disk. */

test('kept time lines and what is held count with live frames, and give back what they took', () => {
  const shares = new TimelineShares({ bytesOfUser: 100 })
  const share = shares.of('u')
  expect(share.take(0, 40)).toBe(null)
  shares.takeKept('u', 40)
  expect(share.hold(30)).toBe(false)
  expect(share.hold(20)).toBe(true)
  expect(share.take(1, 1)).toBe('bytes')
  expect(() => shares.takeKept('u', 1)).toThrow('simulator_share_full')
  shares.takeKept('other', 100)
  share.letGo(20)
  shares.giveBackKept('u', 40)
  expect(share.take(1, 60)).toBe(null)
  share.release()
  shares.takeKept('u', 100)
})

test('what the table says takes nothing from a time line that is being written', () => {
  const shares = new TimelineShares({ bytesOfUser: 100 })
  shares.takeKept('u', 60)
  // Another page lists the kept ones meanwhile.
  shares.setKept('u', 20)
  expect(() => shares.takeKept('u', 30)).toThrow('simulator_share_full')
  shares.takeKept('u', 20)
  // It failed, and gives back no more than its own.
  shares.giveBackKept('u', 80)
  expect(() => shares.takeKept('u', 81)).toThrow('simulator_share_full')
  shares.takeKept('u', 80)
})
