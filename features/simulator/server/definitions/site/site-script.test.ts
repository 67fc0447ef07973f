import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { siteFilesOf } from './site-files.ts'

/** As much of a page as is looked at; its own types come with the browser's library, which no server has. */
interface SiteElement {
  textContent: string | null
  value: string
  getAttribute(name: string): string | null
  dispatchEvent(event: object): void
}
interface SiteWindow {
  document: {
    querySelector(selector: string): SiteElement | null
    querySelectorAll(selector: string): Iterable<SiteElement> & { length: number }
  }
  location: { hash: string }
  Event: new (type: string) => object
  hit?: number
  eval(script: string): void
  dispatchEvent(event: object): void
}
type Dom = new (html: string | undefined, options: object) => { window: SiteWindow }
const { JSDOM } = (await import('jsdom' as string)) as { JSDOM: Dom }

const EVIL = `</script><img src=x onerror="window.hit=1">${String.fromCodePoint(0x2028)}"'\\u003c`
const field = (id: number, type: string, more: object = {}) => ({ id, type, ...more })
const nested = {
  g: {
    nested: {
      Bag: {
        comment: '背包',
        methods: { List: { requestType: 'ListReq', responseType: 'ListRes' } },
      },
      ListReq: { fields: {}, comment: EVIL },
      ListRes: {
        fields: {
          items: field(1, 'Item', { rule: 'repeated', comment: EVIL }),
          old: field(2, 'int32', { options: { deprecated: true } }),
        },
        comment: '背包应答',
      },
      Item: { fields: { id: field(1, 'int32', { comment: '编号' }), kind: field(2, 'Kind') } },
      Kind: { values: { NONE: 0, RARE: 1 }, comments: { RARE: EVIL, NONE: '长度' } },
    },
  },
}
const cmds = [{ cmd: 1401, name: 'List', req: 'g.ListReq', res: 'g.ListRes', push: '', comment: EVIL }]

const files = siteFilesOf(
  { nested, cmds },
  { hash: 'a'.repeat(64), title: `S1 ${EVIL}` },
  { lang: 'cn', text: (key) => key.replace('simulator.site.', '') },
)

/** The pages as a browser has them once both scripts ran. */
function open(hash = '') {
  const { window } = new JSDOM(files['index.html'], {
    url: `https://docs.example.org/index.html${hash}`,
    runScripts: 'outside-only',
  })
  for (const name of ['data.js', 'search.js', 'site.js']) window.eval(files[name]!)
  const text = (selector: string) => window.document.querySelector(selector)?.textContent ?? ''
  const rows = () => [...window.document.querySelectorAll('.list .row .name')].map((row) => row.textContent)
  return { window, document: window.document, text, rows }
}

it('lists commands and types by module, and finds them by name, number, field and comment', () => {
  const { document, rows, window } = open()
  expect(rows()).toEqual(['List', 'ListReq', 'ListRes', 'Item', 'Kind'])
  expect(document.querySelector('.group')?.textContent).toBe('背包 Bag')
  const search = document.querySelector('input')!
  const found = (query: string) => {
    search.value = query
    search.dispatchEvent(new window.Event('input'))
    return rows()
  }
  expect(found('1401')).toEqual(['List'])
  expect(found('编号')).toEqual(['Item'])
  expect(found('kind')).toEqual(['Item', 'Kind'])
  expect(found('listres items')).toEqual(['ListRes'])
  expect(found('nowhere')).toEqual([])
})

it('finds Chinese by pinyin: initials, syllables, what is typed so far, each reading of a character', () => {
  const { document, rows, window } = open()
  const search = document.querySelector('input')!
  const found = (query: string) => {
    search.value = query
    search.dispatchEvent(new window.Event('input'))
    return rows()
  }
  for (const query of ['bh', 'bianhao', 'bianh', 'bian号', '编hao', 'BH', 'id bh']) {
    expect([query, found(query)]).toEqual([query, ['Item']])
  }
  for (const query of ['bbyd', 'baoying']) expect([query, found(query)]).toEqual([query, ['ListRes']])
  for (const query of ['zhangdu', 'changdu', 'zhd', 'cd'])
    expect([query, found(query)]).toEqual([query, ['Kind']])
  // A syllable is typed to its end, or as its first letter or sound.
  for (const query of ['biahao', 'hb', 'byb']) expect([query, found(query)]).toEqual([query, []])
})

it('brings the readings of its own characters only', () => {
  const { PROTOCOL } = open().window as unknown as { PROTOCOL: { readings: Record<string, string> } }
  expect(PROTOCOL.readings['长']?.split(' ').toSorted()).toEqual(['chang', 'zhang'])
  expect(Object.keys(PROTOCOL.readings).toSorted()).toEqual([...new Set('背包应答编号长度')].toSorted())
})

it('shows a message with its fields, example, bytes and uses, and follows its types', () => {
  const { document, text, window } = open('#g.ListRes/old')
  expect(text('.item h2')).toContain('ListRes')
  expect(text('tr.chosen')).toContain('old')
  expect(text('tr.old .tag.old')).toBe('deprecated')
  expect(JSON.parse(text('.item pre code'))).toEqual({ items: [{ id: 1, kind: 'RARE' }], old: 1 })
  expect(text('.hex').replaceAll(/\s+/g, ' ').trim()).toBe('0a 04 08 01 10 01 10 01')
  const link = document.querySelector('td a[href="#g.Item"]')
  window.location.hash = link!.getAttribute('href')!
  window.dispatchEvent(new window.Event('hashchange'))
  expect(text('.item h2')).toContain('Item')
  expect(text('.uses')).toContain('g.ListRes.items')
})

it('shows a command with its messages, and an enum with its values', () => {
  expect(open('#1401').text('.item')).toContain('g.ListRes')
  expect(open('#g.Kind').text('tbody')).toContain('RARE')
  expect(open('#g.Kind').document.querySelectorAll('.hex')).toHaveLength(0)
})

it('says when an address names nothing, whatever it is', () => {
  for (const hash of ['#nowhere', '#%', '#__proto__', '#constructor/x'])
    expect(open(hash).text('.item')).toBe('gone')
  expect(open().text('.item')).toBe('choose')
})

it('lets no comment become markup or code', () => {
  for (const hash of ['', '#1401', '#g.ListReq', '#g.ListRes', '#g.Kind']) {
    const { document, window } = open(hash)
    expect(document.querySelectorAll('img, #site script, iframe')).toHaveLength(0)
    expect(window.hit).toBeUndefined()
  }
  expect(open('#g.ListReq').text('.item .text')).toBe(EVIL)
  // Nothing ends the script early, on old browsers neither.
  expect(files['data.js']).not.toMatch(/[\u2028\u2029<]/)
})

it('brings its own policy, and asks for nothing else', () => {
  expect(files['index.html']).toContain("default-src 'none'")
  expect(Object.keys(files).toSorted()).toEqual(['data.js', 'index.html', 'search.js', 'site.css', 'site.js'])
  for (const name of ['search.js', 'site.js']) {
    const script = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|fetch\(|eval\(/)
  }
})
