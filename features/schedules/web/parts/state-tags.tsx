import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { ScheduleRunState, ScheduleState } from '../../contract/index.ts'
import { useSchedulesTexts } from '../texts.ts'

const STATES: Record<ScheduleState, Tone> = {
  active: 'ok',
  paused: 'warn',
  stopped: 'error',
  ended: 'neutral',
}

const RUNS: Record<ScheduleRunState, Tone> = {
  waiting: 'neutral',
  running: 'theme',
  working: 'theme',
  done: 'ok',
  failed: 'error',
  skipped: 'neutral',
  missed: 'warn',
}

export function StateTag({ state }: { state: ScheduleState }): ReactNode {
  const t = useSchedulesTexts()
  return <Tag tone={STATES[state]}>{t(`state.${state}`)}</Tag>
}

export function RunTag({ state }: { state: ScheduleRunState }): ReactNode {
  const t = useSchedulesTexts()
  return (
    <Tag tone={RUNS[state]} title={t(`runHint.${state}`)}>
      {t(`run.${state}`)}
    </Tag>
  )
}
