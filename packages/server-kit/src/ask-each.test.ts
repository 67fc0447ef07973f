import { expect, it } from 'vitest'
import { askEach } from './ask-each.ts'

const LONG = { atOnce: 4, perAnswerMs: 60_000, inAllMs: 60_000 }
const stays = new AbortController().signal
const never = () => new Promise<string>(() => undefined)

it('answers in the order of the questions, with no more under way than allowed', async () => {
  let underWay = 0
  let most = 0
  const ask = async (question: number) => {
    underWay += 1
    most = Math.max(most, underWay)
    for (let turn = 0; turn < 20 - question; turn += 1) await Promise.resolve()
    underWay -= 1
    return question
  }
  const questions = Array.from({ length: 20 }, (_, index) => index)
  expect(await askEach(questions, ask, LONG, stays)).toEqual(questions)
  expect(most).toBe(4)
})

it('leaves a question that gets no answer, and asks the next one', async () => {
  const ask = (question: string) => (question === 'silent' ? never() : Promise.resolve(question))
  const limits = { ...LONG, atOnce: 1, perAnswerMs: 30 }
  expect(await askEach(['silent', 'a', 'silent', 'b'], ask, limits, stays)).toEqual([null, 'a', null, 'b'])
})

it('ends with what came when the time for all is over, and asks nobody any longer', async () => {
  const asked: number[] = []
  const ask = (question: number) => {
    asked.push(question)
    return question === 0 ? Promise.resolve('first') : never()
  }
  const answers = await askEach([0, 1, 2, 3, 4], ask, { ...LONG, atOnce: 2, inAllMs: 40 }, stays)
  expect(answers).toEqual(['first', null, null, null, null])
  expect(asked).toEqual([0, 1, 2])
})

it('asks nobody for a caller who has left', async () => {
  let asked = 0
  const ask = async () => (asked += 1)
  expect(await askEach([1, 2], ask, LONG, AbortSignal.abort())).toEqual([null, null])
  expect(asked).toBe(0)
})

it('a fault of the console itself is no silence', async () => {
  const ask = () => Promise.reject(new TypeError('a fault'))
  await expect(askEach([1], ask, LONG, stays)).rejects.toThrow('a fault')
})
