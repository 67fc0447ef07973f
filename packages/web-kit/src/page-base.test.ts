import { expect, it } from 'vitest'
import { pageBase } from './page-base.ts'

it.each([
  ['/', ''],
  ['/index.html', ''],
  ['/ops/', '/ops'],
  ['/ops/index.html', '/ops'],
  ['/tools/ops/', '/tools/ops'],
])('[S2.01] a page at %s has the base %j', (path, base) => {
  expect(pageBase(path)).toBe(base)
})
