import { expect, it } from 'vitest'
import { zoneMinutes } from './zone-minutes.ts'

const winter = Date.UTC(2026, 0, 15)
const summer = Date.UTC(2026, 6, 15)

it.each([
  ['UTC', winter, 0],
  ['Asia/Shanghai', winter, 480],
  ['Asia/Kathmandu', winter, 345],
  ['America/New_York', winter, -300],
  ['America/New_York', summer, -240],
  ['America/St_Johns', winter, -210],
  ['+08:00', winter, 480],
  ['Moon/Base', winter, null],
  ['', winter, null],
])('the zone %s at %d lies %s minutes east', (zone, atMs, expected) => {
  expect(zoneMinutes(zone, atMs)).toBe(expected)
})
