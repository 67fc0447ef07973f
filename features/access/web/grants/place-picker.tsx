import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { useCall } from '@qd/web-calls'
import { useClearable } from '@qd/web-forms'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useAccessTexts } from '../texts.ts'
import styles from './grants.module.css'

const LISTS = { tag: 'access:place.game', told: 'toast', staleTimeMs: 60_000 } as const

interface LevelProps {
  label: string
  all: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  isLoading: boolean
  isDisabled: boolean
  onChange: (value: string | undefined) => void
}

/** One level; nothing chosen means all of them. */
function Level(props: LevelProps): ReactNode {
  return (
    <Select<string>
      aria-label={props.label}
      className={styles.level}
      allowClear={useClearable()}
      disabled={props.isDisabled}
      loading={props.isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={props.all}
      options={[...props.options]}
      value={props.value}
      onChange={(value: string | undefined) => props.onChange(value)}
    />
  )
}

/** Game, operator, line and server as a scope path; `*` while no game is chosen. */
export function PlacePicker(props: { scope: string; onChange: (scope: string) => void }): ReactNode {
  const t = useAccessTexts()
  const [game, operator, lineId, sId] = props.scope === '*' ? [] : props.scope.split('/')
  const games = useCall(gameList, { body: {} }, LISTS)
  const operators = useCall(operatorList, game === undefined ? null : { body: { game } }, LISTS)
  const lines = useCall(
    lineList,
    game === undefined || operator === undefined ? null : { body: { game, partnerCode: operator } },
    LISTS,
  )
  const servers = useCall(serverList, lineId === undefined ? null : { params: { lineId }, body: {} }, LISTS)
  const set = (...parts: (string | undefined)[]) => {
    const end = parts.indexOf(undefined)
    props.onChange((end === -1 ? parts : parts.slice(0, end)).join('/') || '*')
  }
  return (
    <div className={styles.place}>
      <Level
        label={t('place.game')}
        all={t('place.everywhere')}
        value={game}
        options={(games.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        isLoading={games.isLoading}
        isDisabled={false}
        onChange={(value) => set(value)}
      />
      <Level
        label={t('place.operator')}
        all={t('place.allOperators')}
        value={operator}
        options={(operators.data ?? []).map(({ partnerCode, name }) => ({ value: partnerCode, label: name }))}
        isLoading={operators.isLoading}
        isDisabled={game === undefined}
        onChange={(value) => set(game, value)}
      />
      <Level
        label={t('place.line')}
        all={t('place.allLines')}
        value={lineId}
        options={(lines.data ?? []).map((line) => ({ value: line.lineId, label: line.name }))}
        isLoading={lines.isLoading}
        isDisabled={operator === undefined}
        onChange={(value) => set(game, operator, value)}
      />
      <Level
        label={t('place.serverLevel')}
        all={t('place.allServers')}
        value={sId}
        options={(servers.data ?? []).map((server) => ({
          value: String(server.sId),
          label: `${server.sId} ${server.serviceName}`,
        }))}
        isLoading={servers.isLoading}
        isDisabled={lineId === undefined}
        onChange={(value) => set(game, operator, lineId, value)}
      />
    </div>
  )
}
