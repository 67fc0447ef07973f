import { expect, test } from 'vitest'
import { secretFrom } from './secret-words.ts'

test.each([
  ['AUTH pw', 'AUTH ***'],
  ['auth ann pw', 'auth *** ***'],
  ['HELLO 3 AUTH ann pw', 'HELLO 3 AUTH *** ***'],
  ['MIGRATE h 1 k 0 9 AUTH2 ann pw', 'MIGRATE h 1 k 0 9 AUTH2 *** ***'],
  ['ACL SETUSER ann on >pw', 'ACL SETUSER ann *** ***'],
  ['CONFIG SET requirepass pw', 'CONFIG SET requirepass ***'],
  ['CONFIG SET maxmemory 1 masterauth pw', 'CONFIG SET maxmemory *** *** ***'],
  ['SENTINEL SET main auth-pass pw', 'SENTINEL SET main auth-pass ***'],
  ['SENTINEL CONFIG SET sentinel-pass pw', 'SENTINEL CONFIG SET sentinel-pass ***'],
  ['SET key value', 'SET key value'],
  ['CONFIG GET requirepass', 'CONFIG GET requirepass'],
])('%s is shown as %s', (command, shown) => {
  const words = command.split(' ')
  const from = secretFrom(words)
  expect(words.map((word, at) => (at >= from ? '***' : word)).join(' ')).toBe(shown)
})
