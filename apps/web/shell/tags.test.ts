import { beforeEach, expect, it } from 'vitest'
import { neighbourOf, useTags } from './tags.ts'

beforeEach(() => useTags.getState().reset())
const uIds = () => useTags.getState().players.map(({ uId }) => uId)

it('[S3.08] a tag keeps its title, takes a later name, and stays where it was opened', () => {
  const { visit } = useTags.getState()
  visit('1', '')
  visit('2', '周帆')
  visit('1', '林汐')
  visit('1', '')
  expect(useTags.getState().players).toEqual([
    { uId: '1', name: '林汐' },
    { uId: '2', name: '周帆' },
  ])
})

it('[S3.08] twenty tags are kept; the oldest goes', () => {
  for (let uId = 1; uId <= 21; uId += 1) useTags.getState().visit(String(uId), '')
  expect(uIds()).toHaveLength(20)
  expect(uIds()[0]).toBe('2')
})

it.each([
  ['1', '2'],
  ['2', '3'],
  ['3', '2'],
])('closing tag %s shows %s', (closed, shown) => {
  const players = ['1', '2', '3'].map((uId) => ({ uId, name: '' }))
  expect(neighbourOf(players, closed)?.uId).toBe(shown)
})

it('closing the only tag leads home', () => {
  expect(neighbourOf([{ uId: '1', name: '' }], '1')).toBeNull()
})
