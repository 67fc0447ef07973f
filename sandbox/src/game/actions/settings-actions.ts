import type { SettingsData } from '../document.ts'
import { GameFailure } from '../game-failure.ts'
import type { Action } from './action.ts'
import { intOf, required } from './request.ts'

function settingsBody(settings: SettingsData): Record<string, unknown> {
  return { ...settings, pushNight: settings.pushNight === 1 }
}

const settingsGet: Action = (_game, { document }) => ({ settings: settingsBody(document.settings) })

const settingsSet: Action = (game, player, request) => {
  const given = required(request.settings as Record<string, unknown> | null, '没有设置')
  const nickColor = String(given.nickColor)
  const sensitivity = Number(given.sensitivity)
  if (!/^#[0-9A-Fa-f]{6}$/.test(nickColor))
    throw new GameFailure(2004, '颜色形如 #RRGGBB', { field: 'nickColor' })
  if (!(sensitivity >= 0.1 && sensitivity <= 3))
    throw new GameFailure(2004, '灵敏度在 0.1 到 3', { field: 'sensitivity' })
  const volume = { min: 0, max: 100 }
  const change: Partial<SettingsData> = {
    music: intOf(given, 'music', volume),
    sound: intOf(given, 'sound', volume),
    quality: intOf(given, 'quality', { min: 1, max: 4 }),
    sensitivity,
    nickColor,
    pushNight: given.pushNight === true ? 1 : 0,
    savedAt: game.clock.gameSeconds(),
  }
  return game.mutate(player, ({ settings }) => {
    Object.assign(settings, change)
    return { settings: settingsBody(settings) }
  })
}

export const SETTINGS_ACTIONS: readonly [number, Action][] = [
  [2301, settingsGet],
  [2302, settingsSet],
]
