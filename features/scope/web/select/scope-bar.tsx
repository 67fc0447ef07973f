import { useKitText, useTexts } from '@qd/web-base'
import { recentKey, selectionOf, useScope, useWantedFocus } from '@qd/web-calls'
import { Picker } from '@qd/web-controls'
import type { ScopeState } from '@qd/web-calls'
import type { PickerOption } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import '../texts.ts'
import { useLiveStates } from './use-live-states.ts'
import styles from './scope-bar.module.css'
import { lineOption, saidState, serverOption } from './scope-options.ts'

interface LevelView {
  level: 'game' | 'operator' | 'line' | 'server' | 'channel'
  value: string
  options: PickerOption[]
  onChange: (value: string) => void
}

function useLevels(): LevelView[] {
  const scope = useScope(useShallow((state: ScopeState) => state))
  const t = useTexts('scope')
  const kit = useKitText()
  const live = useLiveStates(scope.game)
  const servers = scope.servers.map((server) => {
    const said = live.get(`${scope.lineId}/${server.sId}`)
    const state = saidState(said)
    const text = state === null ? '' : kit(`serverState.${state}`)
    return serverOption(server, t(`status.${server.status}`), { text, labels: said?.labels ?? [] })
  })
  const channels = scope.channels.map(({ name, code }) => ({ value: code, label: name, code }))
  return [
    {
      level: 'game',
      value: scope.game,
      options: scope.games.map((game) => ({ value: game.id, label: game.name, code: game.code })),
      onChange: scope.selectGame,
    },
    {
      level: 'operator',
      value: scope.partnerCode,
      options: scope.operators.map((o) => ({ value: o.partnerCode, label: o.name, code: o.partnerCode })),
      onChange: scope.selectOperator,
    },
    {
      level: 'line',
      value: scope.lineId,
      options: scope.lines.map((line) => lineOption(line, kit(`environment.${line.environment}`))),
      onChange: scope.selectLine,
    },
    {
      level: 'server',
      value: scope.sId === 0 ? '' : String(scope.sId),
      options: servers,
      onChange: (value) => scope.selectServer(Number(value)),
    },
    {
      level: 'channel',
      value: scope.channel,
      options: channels.length === 0 ? [] : [{ value: '', label: t('allChannels') }, ...channels],
      onChange: scope.selectChannel,
    },
  ]
}

/** Game > operator > line > server + channel, each with search and the latest choices first (S1.01, S1.02). */
export function ScopeBar({ isBlock = false }: { isBlock?: boolean }): ReactNode {
  const t = useTexts('scope')
  const levels = useLevels()
  const recent = useScope((state) => state.recent)
  const place = useScope(useShallow(selectionOf))
  const root = useWantedFocus({ isInDrawer: isBlock })
  return (
    <div ref={root} className={styles.bar} data-block={isBlock} role="group" aria-label={t('selection')}>
      {levels.map(({ level, ...view }) => (
        <div key={level} className={styles.level} data-scope-level={level}>
          <Picker
            {...view}
            label={t(level)}
            isBlock={isBlock}
            recent={level === 'channel' ? [] : (recent[recentKey(level, place)] ?? []).slice(1)}
            emptyText={t('chooseFirst')}
            isDisabled={view.options.length === 0}
          />
        </div>
      ))}
    </div>
  )
}
