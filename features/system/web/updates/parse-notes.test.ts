import { describe, expect, it } from 'vitest'
import { parseNotes } from './parse-notes.ts'

describe('release notes', () => {
  it('are headings, items, paragraphs and code', () => {
    const notes =
      '## 0.2.0 ##\nFirst line\nsecond **line**\n\n- one\n2. two `code`\n\n```sh\nnpm ci\n```\nend'
    expect(parseNotes(notes)).toEqual([
      { kind: 'heading', pieces: [{ kind: 'text', text: '0.2.0' }] },
      {
        kind: 'paragraph',
        pieces: [
          { kind: 'text', text: 'First line second ' },
          { kind: 'strong', text: 'line' },
        ],
      },
      { kind: 'item', pieces: [{ kind: 'text', text: 'one' }] },
      {
        kind: 'item',
        pieces: [
          { kind: 'text', text: 'two ' },
          { kind: 'code', text: 'code' },
        ],
      },
      { kind: 'code', text: 'npm ci' },
      { kind: 'paragraph', pieces: [{ kind: 'text', text: 'end' }] },
    ])
  })

  it('tell where a link leads, and keep HTML as the text it is', () => {
    const text = (markdown: string) =>
      parseNotes(markdown).map((block) => ('pieces' in block ? block.pieces[0]!.text : block.text))
    expect(text('[docs](javascript:alert) ![x](https://a.example/p.png)')).toEqual([
      'docs (javascript:alert) x (https://a.example/p.png)',
    ])
    expect(text('<img src=x onerror=alert(1)>')).toEqual(['<img src=x onerror=alert(1)>'])
    expect(text('```\n<script>\n')).toEqual(['<script>\n'])
  })
})
