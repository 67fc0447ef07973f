import { checkScenario, printScenario } from '@qd/scenario'
import { call, useCall, useMay, useSend } from '@qd/web-calls'
import { readDefinitions } from '@qd/simulator/contract'
import { goTo } from '@qd/web-base'
import { IconButton, Panel, Picker, SegmentedControl } from '@qd/web-controls'
import { ErrorState, openConfirm, toast } from '@qd/web-frame'
import { Button, Input, Select } from 'antd'
import { Cable, Route } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  SCENARIO_VERSIONS,
  scenarioDelete,
  scenarioGet,
  scenarioList,
  scenarioSave,
} from '../../contract/index.ts'
import type { SavedScenario } from '../../contract/index.ts'
import { useBotsTexts } from '../texts.ts'
import { firstScenario } from './first-scenario.ts'
import { TextWithFaults } from './scenario-text.tsx'
import styles from './scenario.module.css'
import { StepList } from './step-list.tsx'
import type { ScenarioEditing } from './use-scenario-editing.ts'

/** Seeing the simulator, as pages ask whether to offer it. */
const SIMULATOR = { permission: readDefinitions, level: 2, target: () => ({}) } as const

/** A scenario as a list of steps or as text, and the saved ones. */
export function ScenarioPart({
  className = '',
  lineId,
  editing,
}: {
  className?: string | undefined
  lineId: string
  editing: ScenarioEditing
}): ReactNode {
  const t = useBotsTexts()
  const { scenario, groups, view, text, opened, isSound, guarded, show } = editing
  const saved = useCall(scenarioList, { body: { lineId } }, { tag: 'bots:scenario.saved', told: 'inline' })
  const maySimulate = useMay(SIMULATOR)
  const save = useSend(scenarioSave, { tag: 'bots:scenario.save', told: 'toast' })

  const open = async (scenarioId: string, revision?: number) => {
    const body = { lineId, scenarioId, ...(revision === undefined ? {} : { revision }) }
    const found = await call(scenarioGet, { body }, { tag: 'bots:scenario.saved', told: 'toast' }).catch(
      () => null,
    )
    const checked = found === null ? null : checkScenario(found.scenario)
    if (found === null || checked?.ok !== true) return
    const shown = revision ?? found.saved.revision
    show(checked.scenario, { saved: found.saved, versions: found.versions, shown })
  }
  const keep = () => {
    const isOwn = opened?.saved.isMine === true
    const known = isOwn ? { scenarioId: opened.saved.scenarioId, revision: opened.saved.revision } : {}
    save.mutate(
      { body: { lineId, scenario, groups: [...groups], ...known } },
      {
        onSuccess: ({ saved: kept }) => {
          toast.success(t('scenario.kept', { revision: kept.revision }))
          void saved.refetch()
          const newest = { revision: kept.revision, at: kept.updatedAt, by: kept.owner }
          const versions = [newest, ...(isOwn ? opened.versions : [])].slice(0, SCENARIO_VERSIONS)
          editing.saved({ saved: kept, versions, shown: kept.revision }, { scenario, groups })
        },
      },
    )
  }
  const askDelete = ({ scenarioId, name, revision }: SavedScenario) =>
    openConfirm({
      title: t('scenario.delete'),
      text: t('scenario.deleteAsk', { name }),
      action: t('scenario.delete'),
      run: async () => {
        await call(
          scenarioDelete,
          { body: { lineId, scenarioId, revision } },
          { tag: 'bots:scenario.delete', told: 'form' },
        )
        show(firstScenario(), null)
        void saved.refetch()
      },
    })

  return (
    <Panel
      className={className}
      title={t('scenario.title')}
      icon={<Route size={15} aria-hidden />}
      actions={
        <>
          {maySimulate ? (
            <IconButton isSmall label={t('simulator')} onClick={() => goTo('/mock')}>
              <Cable size={14} aria-hidden />
            </IconButton>
          ) : null}
          <SegmentedControl
            label={t('scenario.view')}
            value={view}
            segments={[
              { value: 'list', label: t('scenario.list') },
              { value: 'text', label: t('scenario.asText') },
            ]}
            onChange={editing.look}
          />
        </>
      }
    >
      {saved.error === null ? null : <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />}
      <div className={styles.head}>
        <Picker
          label={t('scenario.saved')}
          value={opened?.saved.scenarioId ?? ''}
          options={[
            { value: '', label: t('scenario.new') },
            ...(saved.data?.list ?? []).map(({ scenarioId, name, isMine, owner }) => ({
              value: scenarioId,
              label: isMine ? name : `${name} · ${owner}`,
            })),
          ]}
          onChange={(id) => guarded(() => (id === '' ? show(firstScenario(), null) : void open(id)))}
        />
        {opened === null || opened.versions.length < 2 ? null : (
          <Picker
            label={t('scenario.version')}
            value={String(opened.shown)}
            options={opened.versions.map(({ revision, by }) => ({
              value: String(revision),
              label: t('scenario.versionOf', { revision, by }),
            }))}
            onChange={(revision) => guarded(() => void open(opened.saved.scenarioId, Number(revision)))}
          />
        )}
        <Input
          className={styles.name}
          size="small"
          aria-label={t('scenario.name')}
          placeholder={t('scenario.name')}
          maxLength={100}
          value={scenario.name}
          onChange={({ target }) => editing.rename(target.value)}
        />
        {(saved.data?.groups.length ?? 0) === 0 ? null : (
          <Select
            mode="multiple"
            size="small"
            style={{ minWidth: 120 }}
            aria-label={t('scenario.share')}
            placeholder={t('scenario.share')}
            value={[...groups]}
            options={(saved.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={editing.share}
          />
        )}
        <Button
          size="small"
          loading={save.isPending}
          disabled={!isSound || scenario.name.trim() === ''}
          {...(isSound ? {} : { title: t('scenario.unsound') })}
          onClick={keep}
        >
          {t('scenario.save')}
        </Button>
        {opened?.saved.isMine === true ? (
          <Button size="small" danger onClick={() => askDelete(opened.saved)}>
            {t('scenario.delete')}
          </Button>
        ) : null}
      </div>
      {view === 'text' ? (
        <TextWithFaults text={text ?? printScenario(scenario)} onType={editing.typeText} />
      ) : (
        <StepList editing={editing} />
      )}
    </Panel>
  )
}
