import { permissionKey } from '@qd/contract-kit'
import { goTo } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState, NoPermission, useTabName } from '@qd/web-frame'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { functionGet, manageFunctions, runFunction, saveFunction } from '../../contract/index.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { useHomeOf, useSelection } from '../place/use-selected-home.ts'
import { useFunctionTexts } from '../texts.ts'
import { EMPTY_DEFINITION, editable } from './definition.ts'
import { Designer } from './designer.tsx'
import type { Saved } from './save-dialog.tsx'

function Loaded({ home, id }: { home: FunctionHome; id: string }): ReactNode {
  const t = useFunctionTexts()
  // Which version the designer stands on; a save of somebody else does not take it away from under them.
  const [base, setBase] = useState<Saved | null>(null)
  const { data, error, refetch } = useCall(
    functionGet,
    { query: queryOf(home), body: { id, ...(base === null ? {} : { version: base.version }) } },
    {
      at: home.at,
      tag: 'custom-function:design.title',
      told: 'inline',
      staleTimeMs: Number.POSITIVE_INFINITY,
    },
  )
  useTabName(data?.definition.title ?? '')
  if (error?.code === 'forbidden') return <NoPermission permission={permissionKey(runFunction)} />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Panel label={t('design.title')}>
        <LoadingRows rows={14} />
      </Panel>
    )
  }
  const { version } = data.entry
  const definition = editable(data.definition)
  if (definition === null)
    return <EmptyState title={t('design.unknownSteps')} hint={t('design.unknownStepsHint')} />
  return (
    <Designer
      key={`${id} ${version}`}
      home={home}
      loaded={definition}
      saved={base ?? { id, version }}
      onSaved={setBase}
    />
  )
}

/** Designs a function of the console on the selected server, whose protocol and commands it may use. */
export default function DesignPage(): ReactNode {
  const { functionId } = useParams()
  const selection = useSelection()
  const home = useHomeOf(selection)
  const canManage = useMay(saveFunction)
  if (!canManage) return <NoPermission permission={permissionKey(manageFunctions)} />
  if (functionId !== undefined)
    return <Loaded key={`${home.lineId} ${functionId}`} home={home} id={functionId} />
  return (
    <Designer
      home={home}
      loaded={EMPTY_DEFINITION}
      saved={null}
      onSaved={({ id }) => goTo(`/functionDesign/${encodeURIComponent(id)}`)}
    />
  )
}
