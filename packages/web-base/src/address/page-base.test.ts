import { expect, it } from 'vitest'
import { pageBase } from './page-base.ts'

it.each([
  ['/', ''],
  ['/index.html', ''],
  ['/ops/', '/ops'],
  ['/ops/index.html', '/ops'],
  ['/tools/ops/', '/tools/ops'],
])('a page at %s has the base %j', (path, base) => {
  expect(pageBase(path)).toBe(base)
})
