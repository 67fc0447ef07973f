import type { PageSpec } from '@qd/web-frame'
import { describe, expect, it } from 'vitest'
import { placeOf } from './tab-place.ts'

const page = (path: string, recordParams?: string[]) => ({
  feature: 'demo',
  page: { path, recordParams, titleKey: 'x', level: 0, component: () => null } as unknown as PageSpec,
})
const PAGES = [page('index/:uId?', ['uId', 'game']), page('jobs/:jobId', ['jobId']), page('tool')]

describe('the tab of an address', () => {
  it.each([
    ['/index', 'index/:uId?'],
    ['/index/7', 'index/:uId?|uId=7'],
    ['/index/7?uId=7&game=ember&line=e1&sId=3', 'index/:uId?|uId=7&game=ember'],
    // A link to a place is no player's page.
    ['/index?game=ember&line=e1&sId=3', 'index/:uId?'],
    ['/jobs/a1?x=2', 'jobs/:jobId|jobId=a1'],
    ['/tool?game=ember&line=e1', 'tool'],
  ])('%s is %s', (address, id) => {
    expect(placeOf(PAGES, address)?.id).toBe(id)
  })

  it('no page, no tab', () => {
    expect(placeOf(PAGES, '/nowhere')).toBeNull()
  })
})
