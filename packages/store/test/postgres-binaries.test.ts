import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postgresBinaries } from '../testing/postgres-binaries.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'qd-bin-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const install = (version: string, ...binaries: string[]) => {
  mkdirSync(join(root, version, 'bin'), { recursive: true })
  for (const binary of binaries) writeFileSync(join(root, version, 'bin', binary), '')
}

test('[store.testing] takes the newest complete server', () => {
  install('9', 'initdb', 'postgres')
  install('15', 'initdb', 'postgres')
  install('17', 'psql')
  expect(postgresBinaries(root)).toBe(join(root, '15', 'bin'))
})

test('[store.testing] without a server the tests fail with one line that says what to install', () => {
  install('17', 'psql')
  expect(() => postgresBinaries(root)).toThrow(
    /^The PostgreSQL server is missing .*apt-get install postgresql$/,
  )
  expect(() => postgresBinaries(join(root, 'none'))).toThrow(/apt-get install postgresql$/)
})
