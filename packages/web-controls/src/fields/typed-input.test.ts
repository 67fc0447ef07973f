import type { Field } from '@qd/protocol-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editText, groupDigits, inputKind, parseInput, rangeText, timeText } from './typed-input.ts'

const field = (more: Partial<Field>): Field => ({
  name: 'x',
  fieldName: 'x',
  comment: '',
  type: 'int',
  ...more,
})
const at = (current: unknown = 0, zoneMinutes = 0) => ({ current, zoneMinutes })
const choice = field({ dataProvider: 'enum:[[1,"普通"],[2,"优秀"],[3,"稀有"]]' })

describe('rangeText', () => {
  it.each([
    [{}, ''],
    [{ min: 1, max: 1200 }, '1–1,200'],
    [{ min: 1000 }, '≥ 1,000'],
    [{ max: '9223372036854775807' }, '≤ 9,223,372,036,854,775,807'],
    [{ min: -5, max: -1 }, '-5 – -1'],
  ])('[ED.20] tells the limits %j as %j', (limits, text) => {
    expect(rangeText(limits)).toBe(text)
  })
})

describe('parseInput', () => {
  it('[ED.20] keeps every int64 exact, as the kind of value it was', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const text = parseInput(field({}), value.toString(), at('1'))
        expect(text).toEqual({ ok: true, value: value.toString() })
        const grouped = parseInput(field({}), groupDigits(value.toString()), at(1))
        expect(grouped.ok && String(grouped.value)).toBe(value.toString())
      }),
      { seed: 41 },
    )
  })

  it.each([
    ['+7', 7],
    ['007', 7],
    [' 1 300 ', 1300],
    ['1,300', 1300],
    ['9223372036854775808', '9223372036854775808'],
  ])('[ED.20] reads %s', (typed, value) => {
    expect(parseInput(field({}), typed, at())).toEqual({ ok: true, value })
  })

  it.each(['', '1.5', '1e3', 'abc', '--1', '0x10'])('[ED.20] refuses %j as an int', (typed) => {
    expect(parseInput(field({}), typed, at())).toEqual({ ok: false, reason: 'not_int' })
  })

  it.each([
    ['.5', 0.5],
    ['-1e-3', -0.001],
    ['2.', 2],
  ])('[ED.21] reads %s as a float', (typed, value) => {
    expect(parseInput(field({ type: 'float' }), typed, at())).toEqual({ ok: true, value })
  })

  it.each(['', 'NaN', 'Infinity', '1e999', '1,5'])('[ED.21] refuses %j as a float', (typed) => {
    expect(parseInput(field({ type: 'float' }), typed, at())).toEqual({ ok: false, reason: 'not_float' })
  })

  it('[ED.22] reads a choice by label or value and nothing else', () => {
    expect(parseInput(choice, '稀有', at())).toEqual({ ok: true, value: 3 })
    expect(parseInput(choice, '2', at())).toEqual({ ok: true, value: 2 })
    expect(parseInput(choice, '9', at())).toEqual({ ok: false, reason: 'not_a_choice' })
    expect(inputKind(field({ min: 0, max: 1 }))).toBe('flag')
  })

  it('[ED.23] shows and reads a time in the zone of the game server', () => {
    const time = field({ time: 's' })
    expect(timeText(86_400, 's', 480)).toBe('1970-01-02 08:00:00')
    expect(timeText('86461000', 'ms', 0)).toBe('1970-01-02 00:01:01')
    expect(timeText(0, 's', 0)).toBe('')
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_000_000_000 }),
        fc.constantFrom(0, 480, -330),
        (seconds, zone) => {
          const shown = editText(time, seconds, zone)
          expect(parseInput(time, shown, at(seconds, zone))).toEqual({ ok: true, value: seconds })
        },
      ),
      { seed: 42 },
    )
    expect(parseInput(time, '2026-02-30 10:00', at())).toEqual({ ok: false, reason: 'not_time' })
    expect(parseInput(time, '', at(5))).toEqual({ ok: true, value: 0 })
    expect(editText(time, 0, 0)).toBe('')
  })

  it('[ED.24] takes text as it is, spaces included', () => {
    expect(parseInput(field({ type: 'string' }), ' a ', at())).toEqual({ ok: true, value: ' a ' })
  })
})

describe('groupDigits', () => {
  it.each([
    ['1234567', '1,234,567'],
    ['-1234', '-1,234'],
    ['-123', '-123'],
    ['12', '12'],
    ['9223372036854775807', '9,223,372,036,854,775,807'],
    ['1234.5678', '1234.5678'],
  ])('[ED.25] %s is %s', (text, grouped) => {
    expect(groupDigits(text)).toBe(grouped)
  })
})
