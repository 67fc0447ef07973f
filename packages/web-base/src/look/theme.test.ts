import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { antdTheme } from './antd-theme.ts'
import { contrast, hexOf } from './contrast.ts'
import { DEFAULT_THEME_COLOR, THEME_COLORS } from './presets.ts'
import type { Mode } from './presets.ts'
import { presetTokens } from './theme-provider.tsx'
import CSS from './tokens.css?raw'

const READABLE = 4.5

function cssTokens(mode: Mode): Map<string, string> {
  const start = mode === 'light' ? CSS.indexOf(':root {') : CSS.indexOf(":root[data-theme='dark'] {")
  const block = CSS.slice(start, CSS.indexOf('}', start))
  return new Map([...block.matchAll(/--qd-([\w-]+): (#[\da-f]{6});/g)].map(([, name, hex]) => [name!, hex!]))
}

const MODES = ['light', 'dark'] as const

describe.each(MODES)('tokens in %s', (mode) => {
  const tokens = cssTokens(mode)
  const hex = (name: string) => tokens.get(name) ?? `missing ${name}`

  it.each(['text', 'text-2', 'text-3', 'theme-text', 'ok', 'warn', 'err'])('%s can be read', (name) => {
    for (const ground of ['bg', 'panel', 'panel-2', 'float', 'hover', 'select', 'production-bar']) {
      expect(contrast(hex(name), hex(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(READABLE)
    }
  })

  it.each(['ok', 'warn', 'err'])('%s can be read on its soft ground', (name) => {
    expect(contrast(hex(name), hex(`${name}-soft`))).toBeGreaterThanOrEqual(READABLE)
  })

  it('a button can be read while it is pointed at and pressed', () => {
    const button = antdTheme(mode, presetTokens(DEFAULT_THEME_COLOR, mode)).components?.Button
    for (const colour of [button?.defaultHoverColor, button?.defaultActiveColor]) {
      expect(contrast(String(colour), hex('panel'))).toBeGreaterThanOrEqual(READABLE)
    }
  })

  it('white can be read on the ground of what warns', () => {
    const light = cssTokens('light')
    for (const name of ['production-solid', 'production-solid-hover'])
      expect(contrast('#FFFFFF', light.get(name) ?? ''), name).toBeGreaterThanOrEqual(READABLE)
    const badge = antdTheme(mode, presetTokens(DEFAULT_THEME_COLOR, mode)).components?.Badge
    expect(badge?.colorError).toBe(light.get('production-solid')?.toUpperCase())
  })

  it('a box to tick in a form has the border of those in grids, which is seen', () => {
    const box = antdTheme(mode, presetTokens(DEFAULT_THEME_COLOR, mode)).components?.Checkbox
    expect(box?.colorBorder).toBe(hex('text-3').toUpperCase())
  })

  it('what an empty field says can be read while it is closed', () => {
    const { token } = antdTheme(mode, presetTokens(DEFAULT_THEME_COLOR, mode))
    const { colorTextPlaceholder, colorBgContainerDisabled } = token ?? {}
    const ratio = contrast(String(colorTextPlaceholder), String(colorBgContainerDisabled))
    expect(ratio).toBeGreaterThanOrEqual(READABLE)
  })

  it('antd wears the same colours', () => {
    const { token } = antdTheme(mode, presetTokens(DEFAULT_THEME_COLOR, mode))
    expect(token).toMatchObject({
      colorText: hex('text').toUpperCase(),
      colorTextSecondary: hex('text-2').toUpperCase(),
      colorTextTertiary: hex('text-3').toUpperCase(),
      colorBgLayout: hex('bg').toUpperCase(),
      colorBgContainer: hex('panel').toUpperCase(),
      colorBgElevated: hex('float').toUpperCase(),
      colorBorder: hex('line').toUpperCase(),
      colorSuccess: hex('ok').toUpperCase(),
      colorWarning: hex('warn').toUpperCase(),
      colorError: hex('err').toUpperCase(),
      colorPrimary: hex('solid').toUpperCase(),
      colorLink: hex('theme-text').toUpperCase(),
    })
  })

  it('every preset can be read where it is used', () => {
    for (const base of THEME_COLORS) {
      const preset = presetTokens(base, mode)
      expect(contrast('#FFFFFF', preset.solid), `${base} solid`).toBeGreaterThanOrEqual(READABLE)
      expect(contrast('#FFFFFF', preset.solidHover), `${base} hover`).toBeGreaterThanOrEqual(READABLE)
      for (const ground of [hex('bg'), hex('panel'), preset.themeSoft, preset.select]) {
        expect(contrast(preset.themeText, ground), `${base} on ${ground}`).toBeGreaterThanOrEqual(READABLE)
      }
      for (const name of ['text', 'text-2']) {
        expect(contrast(hex(name), preset.select), `${name} on ${base}`).toBeGreaterThanOrEqual(READABLE)
      }
    }
  })
})

const part = fc.integer({ min: 0, max: 255 })
const COLOURS = fc.tuple(part, part, part).map(hexOf)

it.each(MODES)('any colour one chooses freely can be read in %s', (mode) => {
  const hex = (name: string) => cssTokens(mode).get(name) ?? ''
  fc.assert(
    fc.property(COLOURS, (base) => {
      const tokens = presetTokens(base, mode)
      expect(contrast('#FFFFFF', tokens.solid)).toBeGreaterThanOrEqual(READABLE)
      for (const ground of [hex('bg'), hex('panel'), tokens.themeSoft, tokens.select])
        expect(contrast(tokens.themeText, ground), `${base} on ${ground}`).toBeGreaterThanOrEqual(READABLE)
      for (const name of ['text', 'text-2'])
        expect(contrast(hex(name), tokens.select), `${name} on ${base}`).toBeGreaterThanOrEqual(READABLE)
    }),
  )
})

it('the default theme colour', () => {
  expect(DEFAULT_THEME_COLOR).toBe('#409EFF')
  expect(THEME_COLORS[0]).toBe(DEFAULT_THEME_COLOR)
})
