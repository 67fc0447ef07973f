import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

// They are run by `npm run check:mutants` alone; that each still has its place is told by every test run.
test.each(MUTANTS)('the kept mutant of "$rule" has its place and its test', ({ file, from, test: own }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2)
  expect(existsSync(join(root, own.file))).toBe(true)
})
