import { expect, it } from 'vitest'
import { shortId } from './short-id.ts'

it('two ids of one moment stay apart in short', () => {
  const ids = ['019a2c00-0000-7000-8000-0000004f1e20', '019a2c00-0000-7000-8000-000000d30c05']
  expect(ids.map(shortId)).toEqual(['4f1e20', 'd30c05'])
})
