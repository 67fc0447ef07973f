import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { leaveSession } from './session-end.ts'
import { DEFAULT_SETTINGS, readSettings, settingsOf, useSettings } from '@qd/web-base'
import { readStored } from '@qd/web-base'

beforeEach(() => useSettings.setState(DEFAULT_SETTINGS))

describe('settings', () => {
  it('language, theme and colour survive a sign-out, the rest starts afresh', () => {
    const look = { language: 'de', theme: 'dark', themeColor: '#7C5CFC' } as const
    useSettings.getState().change({ ...look, density: 'comfortable', debugging: true })
    leaveSession()
    expect(settingsOf(useSettings.getState())).toEqual({ ...DEFAULT_SETTINGS, ...look })
    expect(JSON.parse(readStored('settings') ?? '{}')).toMatchObject({ state: look })
  })

  it('what is stored or imported is taken as far as it makes sense', () => {
    const given = {
      theme: 'dark',
      density: 'huge',
      themeColor: 'red; background: url(x)',
      tagsView: 'no',
      timeZone: 'utc',
      toString: true,
      other: 1,
    }
    expect(readSettings(given)).toEqual({ theme: 'dark', timeZone: 'utc' })
  })

  it('anything at all can be read without harm', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const read = readSettings(value)
        expect(Object.keys(DEFAULT_SETTINGS)).toEqual(expect.arrayContaining(Object.keys(read)))
      }),
    )
  })

  it('settings read back from their own text are the same', () => {
    const all = { ...DEFAULT_SETTINGS, language: 'ru', density: 'comfortable', tagsView: false } as const
    expect(readSettings(JSON.parse(JSON.stringify(all)))).toEqual(all)
  })
})
