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
  ['Europe/Berlin', Date.parse('2026-03-29T00:59:59Z'), 60],
  ['Europe/Berlin', Date.parse('2026-03-29T01:00:00Z'), 120],
  ['America/New_York', Date.parse('2026-11-01T06:00:00Z'), -300],
  ['Australia/Lord_Howe', Date.parse('2026-04-04T15:00:00Z'), 630],
  ['Etc/Unknown', winter, null],
  ['UTC', Number.MAX_SAFE_INTEGER, null],
  ['Moon/Base', winter, null],
  ['', winter, null],
])('the zone %s at %d lies %s minutes east', (zone, atMs, expected) => {
  expect(zoneMinutes(zone, atMs)).toBe(expected)
})
