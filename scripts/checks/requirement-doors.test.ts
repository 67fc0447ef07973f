import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { requirementsPage } from '../requirements.ts'
import { readProofs } from './requirement-doors.ts'
import type { Report, ReportedTest } from './requirement-doors.ts'

const folder = mkdtempSync(join(tmpdir(), 'qd-proofs-'))
afterAll(() => rmSync(folder, { recursive: true }))

// In two parts: this file proves no requirement.
const titled = (number: string) => `[S${number}] does it`
const aTest = (number: string, status: string, doors?: string[]): ReportedTest => ({
  fullName: titled(number),
  status,
  ...(doors === undefined ? {} : { meta: { doors } }),
})
const reportOf = (status: string, tests: ReportedTest[], name = join(folder, 'some.test.ts')): Report => ({
  testResults: [{ name, status, assertionResults: tests }],
})
const door = ['POST /api/auth/login']
const numbersOf = async (report: Report) => (await readProofs([report])).proofs.map(({ number }) => number)

it('a test that failed keeps its row: the page after a red run is that after a green one', async () => {
  const green = await readProofs([
    reportOf('passed', [aTest('3.02', 'passed', door), aTest('4.01', 'passed', door)]),
  ])
  const red = await readProofs([
    reportOf('failed', [aTest('3.02', 'failed', door), aTest('4.01', 'passed', door)]),
  ])
  expect(requirementsPage(red.proofs)).toBe(requirementsPage(green.proofs))
  expect(red.problems).toEqual([])
})

it('so do tests that a failed file did not reach, and those of a file that did not load', async () => {
  expect(await numbersOf(reportOf('failed', [aTest('3.02', 'skipped'), aTest('4.01', 'failed')]))).toEqual([
    'S3.02',
    'S4.01',
  ])
  const name = join(folder, 'broken.test.ts')
  writeFileSync(name, `it('${titled('5.03')}', () => {})`)
  expect(await numbersOf(reportOf('failed', [], name))).toEqual(['S5.03'])
})

it('a test that is left out, or passes through no door, proves nothing', async () => {
  expect(await numbersOf(reportOf('passed', [aTest('3.02', 'skipped', door)]))).toEqual([])
  const { problems } = await readProofs([reportOf('passed', [aTest('3.02', 'passed', [])])])
  expect(problems).toEqual([expect.stringContaining('goes through no declared door')])
})
