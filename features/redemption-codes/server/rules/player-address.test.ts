import { expect, test } from 'vitest'
import { playerAddress } from './player-address.ts'

test.each([
  ['93.184.216.9', '93.184.216.9'],
  [' 93.184.216.9 ', '93.184.216.9'],
  ['93.184.216.9:50123', '93.184.216.9'],
  ['093.184.216.009', '93.184.216.9'],
  ['::ffff:93.184.216.9', '93.184.216.9'],
  ['::FFFF:5db8:d809', '93.184.216.9'],
  ['[::ffff:93.184.216.9]:50123', '93.184.216.9'],
  ['::ffff:5db8:d80a', '93.184.216.10'],
  ['2600:1F18:0:1::7', '2600:1f18:0:1'],
  ['[2600:1f18:0:1:ffff::8]:50123', '2600:1f18:0:1'],
  ['2600:1f18:0:2::7', '2600:1f18:0:2'],
])('%j counts as %j', (told, key) => {
  expect(playerAddress(told)).toBe(key)
})

test.each([
  ['what the player wrote before it', '1.1.1.1, 93.184.216.9', '93.184.216.9'],
  ['a word the player wrote', 'unknown, 93.184.216.9', '93.184.216.9'],
  ['proxies of the game behind it', '1.1.1.1, 93.184.216.9, 10.0.0.7, ::1', '93.184.216.9'],
  ['an empty place', '93.184.216.9, ', '93.184.216.9'],
])('of a list the last public address counts, with %s', (_what, told, key) => {
  expect(playerAddress(told)).toBe(key)
})

test.each([
  '',
  ' ',
  'unknown',
  'null',
  '0.0.0.0',
  '999.1.1.1',
  '127.0.0.1',
  '10.0.0.7:80',
  '172.17.0.1',
  '::1',
])('%j is nobody, so that others do not wait for it', (told) => {
  expect(playerAddress(told)).toBe('')
})
