import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFilter } from './parse-filter.ts'

const many = Array.from({ length: 201 }, (_none, cmd) => cmd).join(',')
const filterOf = (text: string) => {
  const parsed = parseFilter(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.fault))
  return parsed.filter
}

describe('the filter of the time line', () => {
  it.each<[string, object]>([
    ['', {}],
    ['bag', { text: 'bag' }],
    ['use item', { text: 'use item' }],
    ['"cmd: x"', { text: 'cmd: x' }],
    [
      'cmd:99999999*,4000000000*',
      { cmds: [99_999_999, 4_000_000_000], cmdRanges: [{ from: 999_999_990, to: 999_999_999 }] },
    ],
    ['cmd:9001,1001', { cmds: [9001, 1001] }],
    ['cmd:1000-1999', { cmdRanges: [{ from: 1000, to: 1999 }] }],
    ['cmd:1000-1999 cmd:1500-2500', { cmdRanges: [{ from: 1500, to: 1999 }] }],
    ['cmd:1000-1999 cmd:3000', { cmds: [] }],
    ['cmd:2* cmd:2003', { cmds: [2003] }],
    ['status:0', { status: 'ok' }],
    ['status:!0', { status: 'failed' }],
    ['status:12,13', { status: [12, 13] }],
    ['size:>1k', { minSize: 1025 }],
    ['size:<=1.5k', { maxSize: 1536 }],
    ['size:10-2m', { minSize: 10, maxSize: 2_097_152 }],
    ['size:58', { minSize: 58, maxSize: 58 }],
    ['dir:push', { directions: ['push'] }],
    ['dir:up,reply', { directions: ['request', 'reply'] }],
    ['-dir:note', { directions: ['request', 'reply', 'push', 'fault'] }],
    ['-heartbeat', { hidesHeartbeats: true }],
    ['is:pinned', { pinnedOnly: true }],
    ['msg:Bag', { messages: ['Bag'] }],
    ['items[0].id=7', { field: { path: 'items.0.id', value: '7' } }],
    ['items[].id=10060', { field: { path: 'items[].id', value: '10060' } }],
    ['effect="two words"', { field: { path: 'effect', value: 'two words' } }],
    [
      'cmd:2003 -heartbeat left=16',
      { cmds: [2003], hidesHeartbeats: true, field: { path: 'left', value: '16' } },
    ],
  ])('%s', (text, filter) => expect(filterOf(text)).toEqual(filter))

  it.each<[string, string, string]>([
    ['bag colour:red', 'key', 'colour:red'],
    ['cmd:abc', 'cmd', 'cmd:abc'],
    ['cmd:', 'empty', 'cmd:'],
    ['cmd:4294967296', 'cmd', 'cmd:4294967296'],
    [`cmd:${many}`, 'many', `cmd:${many}`],
    ['-cmd:1001', 'not', '-cmd:1001'],
    ['-bag', 'not', '-bag'],
    ['status:bad', 'status', 'status:bad'],
    ['status:0 status:1', 'twice', 'status:1'],
    ['size:big', 'size', 'size:big'],
    ['dir:sideways', 'direction', 'dir:sideways'],
    ['is:big', 'is', 'is:big'],
    ['a=1 b=2', 'twice', 'b=2'],
  ])('says what is wrong with %s', (text, code, term) => {
    const parsed = parseFilter(text)
    const from = text.lastIndexOf(term)
    expect(parsed).toEqual({ ok: false, fault: { code, term, from, to: from + term.length } })
  })

  it('takes any text without throwing', () => {
    const typed = fc
      .array(fc.constantFrom('cmd:', 'size:>', '-', '"', ' ', '=', 'a', '1', '*', ','))
      .map((parts) => parts.join(''))
    fc.assert(fc.property(typed, (text) => void parseFilter(text)))
  })
})
