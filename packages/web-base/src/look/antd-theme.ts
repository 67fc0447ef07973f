import { theme } from 'antd'
import type { ThemeConfig } from 'antd'
import type { Mode, ThemeTokens } from './presets.ts'

const NEUTRALS = {
  light: {
    bg: '#F5F7FA',
    panel: '#FFFFFF',
    float: '#FFFFFF',
    line: '#E4E8EE',
    line2: '#EEF1F5',
    text: '#17202B',
    text2: '#5A6675',
    text3: '#636D7A',
    hover: '#F1F4F8',
    disabled: '#F1F4F8',
    ok: '#0C7A54',
    warn: '#A35A00',
    err: '#C62828',
  },
  dark: {
    bg: '#0E1217',
    panel: '#151A21',
    float: '#1A2028',
    line: '#262E38',
    line2: '#1D242D',
    text: '#E4E9F0',
    text2: '#9AA6B5',
    text3: '#8A95A2',
    hover: '#1C232C',
    disabled: '#1D242D',
    ok: '#3CCB96',
    warn: '#F0B357',
    err: '#FF8080',
  },
} as const

/** The ground of white text that warns, as `--qd-production-solid`. */
const DANGER = '#C62828'

const SANS =
  "'Inter Variable', 'PingFang SC', 'Noto Sans CJK SC', 'Microsoft YaHei', system-ui, 'Segoe UI', Roboto, sans-serif"

type Algorithm = typeof theme.compactAlgorithm

/** Compact spacing, but type and control heights as drawn: compact alone is smaller than readable. */
const drawnSizes: Algorithm = (seed, map) => ({
  ...(map ?? theme.compactAlgorithm(seed)),
  fontSize: 13,
  fontSizeSM: 12,
  fontSizeLG: 14,
  lineHeight: 1.45,
  lineHeightSM: 1.45,
  lineHeightLG: 1.45,
  controlHeight: 30,
  controlHeightSM: 24,
  controlHeightLG: 38,
})

/** antd dressed in the design's tokens. */
export function antdTheme(mode: Mode, tokens: ThemeTokens, hasMotion = true): ThemeConfig {
  const n = NEUTRALS[mode]
  const base = mode === 'dark' ? [theme.darkAlgorithm] : [theme.defaultAlgorithm]
  return {
    algorithm: [...base, theme.compactAlgorithm, drawnSizes],
    token: {
      colorPrimary: tokens.solid,
      colorPrimaryHover: tokens.solidHover,
      colorLink: tokens.themeText,
      colorInfo: tokens.solid,
      colorSuccess: n.ok,
      colorWarning: n.warn,
      colorError: n.err,
      colorText: n.text,
      colorTextSecondary: n.text2,
      colorTextTertiary: n.text3,
      colorTextPlaceholder: n.text3,
      colorTextDescription: n.text2,
      colorBgLayout: n.bg,
      colorBgContainer: n.panel,
      colorBgElevated: n.float,
      // What is said of an empty field that is closed has to be read as well.
      colorBgContainerDisabled: n.disabled,
      colorBorder: n.line,
      colorBorderSecondary: n.line2,
      controlItemBgHover: n.hover,
      controlItemBgActive: tokens.select,
      controlItemBgActiveHover: tokens.select,
      fontFamily: SANS,
      borderRadius: 7,
      borderRadiusSM: 5,
      borderRadiusLG: 10,
      motion: hasMotion,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.14s',
      wireframe: false,
    },
    components: {
      Button: {
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // The solid colour is made for white on it; as text it is too dark on a dark ground.
        defaultHoverColor: tokens.themeText,
        defaultActiveColor: tokens.themeText,
      },
      // White stands on it, which the dark theme's error colour is too light for.
      Badge: { colorError: DANGER },
      // As the boxes of grids, which the browser draws.
      Checkbox: { colorBorder: n.text3, borderRadiusSM: 4 },
      Select: { optionSelectedBg: tokens.select, optionSelectedFontWeight: 600 },
      Modal: { titleFontSize: 15 },
    },
  }
}
