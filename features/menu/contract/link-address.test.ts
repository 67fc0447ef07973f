import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillLink, isLinkTo, linkProblem, originOf } from './link-address.ts'

describe('menu link addresses', () => {
  it.each([
    'https://wiki.example.org/runbook',
    'http://grafana.intern:3000/d/1?orgId=1&var-server={sId}',
    'https://kb.example.org/player/{uId}?lang={lang}',
    '#/index',
    '/docs',
  ])('%s may be a link', (address) => {
    expect(linkProblem(address)).toBeNull()
  })

  it.each([
    ['javascript:alert(1)', 'scheme'],
    ['JaVaScRiPt:alert(1)', 'scheme'],
    ['java\tscript:alert(1)', 'characters'],
    ['java\nscript:alert(1)', 'characters'],
    [' javascript:alert(1)', 'characters'],
    ['\u0001javascript:alert(1)', 'characters'],
    ['data:text/html,<script>', 'scheme'],
    ['blob:https://x/1', 'scheme'],
    ['vbscript:x', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['ftp://x.example/', 'scheme'],
    ['//evil.example/', 'scheme'],
    ['https:evil.example', 'shape'],
    ['https:///evil.example', 'shape'],
    ['https://user:secret@example.org/', 'userInfo'],
    ['https://good.example@evil.example/', 'userInfo'],
    ['https://@evil.example/', 'userInfo'],
    ['https://good.example\\@evil.example/', 'characters'],
    ['https://good\u202eexample.org/', 'characters'],
    ['https://{game}.example.org/', 'placeholder'],
    ['https://example.org/{token}', 'placeholder'],
    ['https://example.org/{uId', 'placeholder'],
    ['', 'characters'],
  ])('%j is refused: %s', (address, problem) => {
    expect(linkProblem(address)).toBe(problem)
  })

  it.each([
    ['https://kb.example.org/wiki', 'https://kb.example.org/wiki', true],
    ['https://kb.example.org/wiki', 'https://kb.example.org/wiki/page?x=1#y', true],
    ['https://kb.example.org/wiki', 'https://kb.example.org/wikipedia', false],
    ['https://kb.example.org/wiki', 'https://kb.example.org/', false],
    ['https://kb.example.org/wiki', 'https://kb.example.org/wiki/../admin', false],
    ['https://kb.example.org/wiki', 'http://kb.example.org/wiki', false],
    ['https://kb.example.org/wiki', 'https://kb.example.org:444/wiki', false],
    ['https://kb.example.org/wiki', 'https://kb.example.org.evil.example/wiki', false],
    ['https://kb.example.org/p-{uId}/x', 'https://kb.example.org/p-7/x', true],
    ['https://kb.example.org/p-{uId}/x', 'https://kb.example.org/q-7/x', false],
    ['https://kb.example.org/', 'https://kb.example.org/anything', true],
    ['#/index', '#/index', true],
    ['#/index', '#/audit', false],
  ])('link %s, asked %s: %s', (link, asked, expected) => {
    expect(isLinkTo(link, asked)).toBe(expected)
  })

  it('what is filled in stays one value and never changes where the link leads', () => {
    const link = 'https://kb.example.org/p/{uId}?game={game}&s={sId}'
    fc.assert(
      fc.property(fc.string(), fc.string(), (uId, game) => {
        const url = new URL(fillLink(link, { uId, game }))
        expect(url.origin).toBe('https://kb.example.org')
        expect(url.searchParams.get('game')).toBe(game.toWellFormed())
        expect(url.searchParams.get('s')).toBe('')
        expect(isLinkTo(link, fillLink(link, { uId: '7', game: 'lantern' }))).toBe(true)
      }),
    )
  })

  it('no text of any kind becomes a link with a foreign scheme', () => {
    const piece = fc.constantFrom(
      'javascript',
      'data',
      'https',
      ':',
      '//',
      '\t',
      '@',
      '{uId}',
      '#/',
      '\\',
      'x.example',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const address = pieces.join('')
        if (linkProblem(address) !== null) return
        const { protocol, username } = new URL(address, 'https://console.example/')
        expect(['https:', 'http:']).toContain(protocol)
        expect(username).toBe('')
      }),
    )
  })

  it('the frame policy names the origin of a site, and nothing for own pages', () => {
    expect(originOf('http://grafana.intern:3000/d/{sId}')).toBe('http://grafana.intern:3000')
    expect(originOf('#/index')).toBeNull()
    expect(originOf('javascript:1')).toBeNull()
  })
})
