import { describe, expect, it } from 'vitest'
import {
  MOST_ON_AVERAGE,
  MOST_WORDS,
  commentProblems,
  proseProblems,
  sentencesOf,
  wordProblem,
} from './prose-rules.ts'

const words = (count: number) => `${'word '.repeat(count - 1)}end.`
const GOOD = [
  '# Sign in',
  '',
  'People sign in with a password. They may add a second factor:',
  '',
  '- an app, e.g. on a phone',
  '- a recovery code',
  '',
  '| Word | Means |',
  '|---|---|',
  '| session | ends after 12 hours. It is never renewed |',
  '',
  '```sh',
  `npm start ${'he does whatever '.repeat(30)}`,
  '```',
].join('\n')

describe('prose check', () => {
  it('finds nothing in a good page, whatever its code says', () => {
    expect(proseProblems('p.md', GOOD)).toEqual([])
  })

  it('reads list items, cells and sentences one by one, without marks', () => {
    expect(sentencesOf(GOOD).map(({ line, text }) => [line, text.trim()])).toEqual([
      [1, 'Sign in'],
      [3, 'People sign in with a password.'],
      [3, 'They may add a second factor:'],
      [5, 'an app, eg on a phone'],
      [6, 'a recovery code'],
      [8, 'Word'],
      [8, 'Means'],
      [10, 'session'],
      [10, 'ends after 12 hours.'],
      [10, 'It is never renewed'],
    ])
    expect(sentencesOf('See [the **guide**](x.md) for `npm start`.')[0]?.text).toBe('See the guide for CODE.')
  })

  it.each([
    'An operator sees his tabs.',
    'It belongs to her.',
    'Whoever signs in is known.',
    'This is done by who may.',
    'Every deed is audited.',
    'The four faces of a page.',
    'An error face is shown.',
    'A feature has three rooms.',
    'A server room imports no pages.',
    'It decides on a picture of all rights.',
    'Limits that cannot be talked round.',
    'The throttling counts.',
    'Bad weather is tested.',
    '“{{text}}” is no uId',
    'Two of them are no uId',
    'A second click meanwhile is none.',
    'It is read anew.',
    'Nobody but the owner reads it.',
    'It holds nothing but text.',
  ])('reports %j', (text) => {
    expect(wordProblem(text)).toMatch(/write /)
    expect(proseProblems('p.md', text)).toEqual([expect.stringContaining('p.md:1: ')])
  })

  it.each([
    'There is no picture of their phone.',
    'The session is no longer valid.',
    'It finds free room on the disk; the surface is there.',
    'Then the other heir was here.',
    'Any indeed anewly coined word.',
  ])('leaves %j alone', (text) => {
    expect(wordProblem(text)).toBeNull()
  })

  it('reports a sentence that is one word too long, and no shorter one', () => {
    expect(proseProblems('p.md', `A start.\n\nOne.\n\nTwo.\n\n${words(MOST_WORDS)}`)).toEqual([])
    expect(proseProblems('p.md', `A start.\n\nOne.\n\nTwo.\n\n${words(MOST_WORDS + 1)}`)).toEqual([
      expect.stringContaining(`p.md:7: a sentence of ${MOST_WORDS + 1} words`),
    ])
  })

  it('reports a page whose sentences are too long on average', () => {
    expect(proseProblems('p.md', words(MOST_ON_AVERAGE))).toEqual([])
    expect(proseProblems('p.md', words(MOST_ON_AVERAGE + 1))).toEqual([
      expect.stringContaining('words a sentence on average'),
    ])
  })
})

describe('the look at comments', () => {
  it.each([
    ['  // What he typed stays.', '"he": write "they", "them", "their"'],
    ['/** Ends all his sessions. */', '"his": write "they", "them", "their"'],
    [' * The deeds of a row.', '"deeds": write "action"'],
    ['const a = 1 // his', '"his": write "they", "them", "their"'],
  ])('%s', (line, problem) => {
    expect(commentProblems('a.ts', `const x = 1\n${line}`)).toEqual([`a.ts:2: ${problem}`])
  })

  it.each(["const text = 'he is here'", '// They keep `his` as a name.', "link('https://he.test/his')"])(
    'leaves %s alone',
    (line) => expect(commentProblems('a.ts', line)).toEqual([]),
  )
})
