import { goTo } from '@qd/web-base'
import { useCall, useScope } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { botsRuns } from '../contract/index.ts'
import styles from './bots-page.module.css'
import { LoadForm } from './load/load-form.tsx'
import { WaitingDraft } from './record/waiting-draft.tsx'
import { RunList } from './run/run-list.tsx'
import { RunPanel } from './run/run-panel.tsx'
import { ScenarioPart } from './scenario/scenario-part.tsx'
import { useScenarioEditing } from './scenario/use-scenario-editing.ts'

/** Scenario and load on the left, the run and earlier ones on the right. */
export default function BotsPage(): ReactNode {
  const { jobId } = useParams()
  const { sId, lineId } = useScope()
  const editing = useScenarioEditing()
  const runs = useCall(
    botsRuns,
    { query: sId === 0 ? { lineId } : { sId, lineId }, body: {} },
    { tag: 'bots:runs.title', told: 'inline' },
  )
  const openRun = (id: string) => {
    void runs.refetch()
    goTo(`/mock/bots/${encodeURIComponent(id)}`)
  }
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <WaitingDraft editing={editing} />
        <ScenarioPart className={styles.steps} lineId={lineId} editing={editing} />
        <LoadForm
          scenario={editing.scenario}
          isSound={editing.isSound}
          runs={runs.data}
          onStarted={openRun}
        />
      </div>
      <div className={styles.side}>
        <RunPanel
          key={jobId ?? ''}
          className={styles.run}
          jobId={jobId ?? null}
          onEnded={() => void runs.refetch()}
        />
        <RunList className={styles.runs} runs={runs} chosen={jobId} onOpen={openRun} />
      </div>
    </div>
  )
}
