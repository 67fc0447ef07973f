import { CallError, formatMoment, formatQuantity, isCallError } from '@qd/web-base'
import { reportFailure } from '@qd/web-calls'
import { LoadingRows, MenuButton, Panel, SegmentedControl } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { Download, GitCompareArrows, MemoryStick } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnalysisProgress } from '../../contract/index.ts'
import { ProgressLine, SteeringButtons } from '../figures/progress-line.tsx'
import { useRedisTexts } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { analysisOf, useAnalysis } from './analysis-session.ts'
import type { AnalysisSession } from './analysis-session.ts'
import styles from './analysis.module.css'
import { ComparePart } from './compare-part.tsx'
import { exportAnalysis } from './export-analysis.ts'
import type { ExportPart } from './export-analysis.ts'
import { FoldersPart } from './folders-part.tsx'
import { OptionsBar } from './options-bar.tsx'
import { SpreadPart } from './spread-part.tsx'
import { TopPart } from './top-part.tsx'

const PARTS = { folders: FoldersPart, keys: TopPart, spread: SpreadPart }
type PartName = keyof typeof PARTS

/** How far a run is, and what the server does not tell. */
function Progress({
  session,
  progress,
}: {
  session: AnalysisSession
  progress: AnalysisProgress
}): ReactNode {
  const t = useRedisTexts()
  const { state, examined, total, matched, measured, options } = progress
  const percent = state === 'done' ? 100 : Math.min(99, (examined / Math.max(1, total ?? Infinity)) * 100)
  const isOf = total !== null && state !== 'done'
  const far = t(isOf ? 'keys.scan.examinedOf' : 'keys.scan.examined', {
    examined: formatQuantity(examined),
    total: formatQuantity(total ?? 0),
  })
  const count = t('analysis.measured', { count: measured, total: formatQuantity(matched) })
  const notes = [
    progress.hasBytes ? null : t('analysis.noBytes'),
    options.share > 1 ? t('analysis.sampled', { count: measured }) : null,
    progress.isCapped ? t('analysis.capped') : null,
    state === 'failed' ? progress.msg : null,
  ].filter((note) => note !== null)
  return (
    <ProgressLine
      label={t('analysis.progress')}
      percent={percent}
      state={state}
      text={`${far} · ${count}`}
      stateText={t(`analysis.state.${state}`)}
      actions={
        state === 'running' || state === 'paused' ? (
          <SteeringButtons
            isRunning={state === 'running'}
            labels={{
              pause: t('analysis.pause'),
              resume: t('analysis.resume'),
              cancel: t('analysis.cancel'),
            }}
            onSteer={(how) => void session.steer(how)}
          />
        ) : null
      }
    >
      {notes.map((note) => (
        <p key={note} className={styles.note} data-state={note === progress.msg ? 'failed' : undefined}>
          {note}
        </p>
      ))}
    </ProgressLine>
  )
}

function ExportMenu({ session }: { session: AnalysisSession }): ReactNode {
  const t = useRedisTexts()
  const item = (key: ExportPart) => ({
    key,
    label: t(`analysis.export.${key}`),
    onSelect: () =>
      void exportAnalysis(session, key).catch((error: unknown) => {
        if (!isCallError(error)) throw error
        reportFailure(error)
      }),
  })
  return (
    <MenuButton label={t('analysis.export.title')} items={[item('keys'), item('folders'), item('all')]}>
      <Download size={15} aria-hidden />
    </MenuButton>
  )
}

function Results({ session }: { session: AnalysisSession }): ReactNode {
  const t = useRedisTexts()
  const [part, setPart] = useState<PartName>('folders')
  const hasReport = useAnalysis(session, ({ report }) => report !== null)
  const Part = PARTS[part]
  if (!hasReport) return <LoadingRows />
  return (
    <>
      <div className={styles.parts}>
        <SegmentedControl
          label={t('analysis.parts')}
          value={part}
          onChange={setPart}
          segments={[
            { value: 'folders', label: t('analysis.folders') },
            { value: 'keys', label: t('analysis.topKeys') },
            { value: 'spread', label: t('analysis.spread') },
          ]}
        />
      </div>
      <div className={styles.part}>
        <Part session={session} />
      </div>
    </>
  )
}

/** What takes the memory of a database: by prefix, by key, by type, time and size. */
export function AnalysisView({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const session = analysisOf(database)
  const progress = useAnalysis(session, (state) => state.progress)
  const failure = useAnalysis(session, (state) => state.failure)
  const isOpen = useAnalysis(session, (state) => state.isOpen)
  const [isComparing, setComparing] = useState(false)
  return (
    <Panel
      title={t('analysis.title')}
      icon={<MemoryStick size={15} aria-hidden />}
      actions={
        <>
          <Button
            size="small"
            type={isComparing ? 'primary' : 'default'}
            aria-pressed={isComparing}
            icon={<GitCompareArrows size={13} aria-hidden />}
            onClick={() => setComparing(!isComparing)}
          >
            {t('analysis.compare.title')}
          </Button>
          {progress === null || isComparing ? null : <ExportMenu session={session} />}
        </>
      }
      status={
        progress === null ? undefined : t('analysis.startedAt', { time: formatMoment(progress.startedAt) })
      }
    >
      <div className={styles.body}>
        {failure === '' ? null : (
          <ErrorState error={new CallError({ code: '', message: failure })} onRetry={() => session.retry()} />
        )}
        {failure === '' && !isOpen ? <LoadingRows /> : null}
        {isOpen ? <OptionsBar session={session} /> : null}
        {isOpen && progress === null && failure === '' && !isComparing ? (
          <EmptyState title={t('analysis.none')} hint={t('analysis.noneHint')} />
        ) : null}
        {progress === null ? null : (
          <>
            <Progress session={session} progress={progress} />
            {isComparing ? null : <Results session={session} />}
          </>
        )}
        {isComparing && isOpen && failure === '' ? <ComparePart session={session} /> : null}
      </div>
    </Panel>
  )
}
