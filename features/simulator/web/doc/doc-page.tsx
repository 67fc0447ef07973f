import { useIsMobile, useMediaQuery } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { Banner, IconButton, LoadingRows, Panel, SegmentedControl } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { BookOpen, CircleAlert, History, Info } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import { useSimulatorTexts } from '../texts.ts'
import type { DocMessage } from '../../contract/index.ts'
import { CompareView } from './compare-view.tsx'
import { DetailPanel } from './detail-panel.tsx'
import { useDocPlace } from './doc-address.ts'
import type { DocPlace } from './doc-address.ts'
import { entriesOf } from './doc-entries.ts'
import { aboutRecord } from './record-address.ts'
import { DocList } from './doc-list.tsx'
import styles from './doc-page.module.css'
import { Downloads } from './downloads.tsx'
import { ExamplePanel } from './example-panel.tsx'
import { shortHash } from './short-hash.ts'
import { useDocDefinition } from './use-definition.ts'
import type { DocSource, LoadedDefinition } from './use-definition.ts'
import { useVersions } from './use-versions.ts'
import { VersionPanel } from './version-panel.tsx'

type Part = 'list' | 'detail' | 'versions'

const keyOf = ({ item }: DocPlace['address']) => (item === null ? null : `${item.kind} ${item.name}`)

/** The message whose example is shown: of a command the one that begins it. */
function messageInView({ model }: LoadedDefinition, item: DocPlace['address']['item']): DocMessage | null {
  const command = item?.kind === 'command' ? model.commands.get(item.name) : undefined
  const name = item?.kind === 'type' ? item.name : command?.req || command?.push
  const type = name === undefined ? undefined : model.types.get(name)
  return type?.kind === 'message' ? type : null
}

function Notices({ definition, place }: { definition: LoadedDefinition; place: DocPlace }): ReactNode {
  const t = useSimulatorTexts()
  const { version, item, field } = place.address
  return (
    <>
      {definition.refusedBecause === '' ? null : (
        <Banner tone="warn" icon={<CircleAlert size={15} aria-hidden />}>
          {t('doc.refused', { reason: definition.refusedBecause })}
        </Banner>
      )}
      {version === '' || version === definition.current ? null : (
        <Banner
          tone="info"
          icon={<History size={15} aria-hidden />}
          action={<Link to={place.to({ version: '', item, field })}>{t('doc.toCurrent')}</Link>}
        >
          {t('doc.oldVersion', { version: shortHash(version) })}
        </Banner>
      )}
    </>
  )
}

interface DocPartsProps {
  source: DocSource
  definition: LoadedDefinition
  place: DocPlace
}

/** The parts of the page, as many as have room beside each other. */
function DocParts({ source, definition, place }: DocPartsProps): ReactNode {
  const t = useSimulatorTexts()
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const isWide = useMediaQuery('(min-width: 1280px)')
  const { address } = place
  const { model, infos, schema, hash, record } = definition
  const isRecord = source.recordId !== ''
  const entries = useMemo(() => entriesOf(model, infos), [model, infos])
  const versions = useVersions(source, !isRecord)
  const [part, setPart] = useState<Part>(address.item === null && address.against === '' ? 'list' : 'detail')
  const about = isRecord ? aboutRecord(source.recordId) : '/mock/about'
  const shown = messageInView(definition, address.item)
  const list = (
    <DocList
      title={record === '' ? t('doc.title') : `${t('doc.title')} · ${record}`}
      model={model}
      entries={entries}
      chosenKey={keyOf(address)}
      onChoose={({ item }) => {
        setPart('detail')
        place.go({ item })
      }}
      actions={
        <>
          <IconButton isSmall label={t('about.title')} onClick={() => void navigate(about)}>
            <Info size={14} aria-hidden />
          </IconButton>
          <Downloads source={source} hash={hash} record={record} />
        </>
      }
    />
  )
  const example = shown === null ? null : <ExamplePanel schema={schema} message={shown} />
  const detail =
    address.against === '' || isRecord ? (
      <DetailPanel definition={definition} place={place} after={isWide ? null : example} />
    ) : (
      <CompareView
        server={{ sId: source.sId, lineId: source.lineId }}
        from={address.against}
        to={hash}
        model={model}
        place={place}
      />
    )
  // A record has the version it was saved with, and no other.
  const history = isRecord ? null : (
    <VersionPanel versions={versions} shown={hash} current={definition.current} place={place} />
  )
  if (isMobile) {
    return (
      <div className={styles.narrow}>
        <SegmentedControl<Part>
          label={t('doc.title')}
          value={part}
          segments={[
            { value: 'list', label: t('doc.contents') },
            { value: 'detail', label: t('doc.detail') },
            ...(isRecord ? [] : [{ value: 'versions' as const, label: t('doc.versions') }]),
          ]}
          onChange={setPart}
          isBlock
        />
        <div className={styles.part} hidden={part !== 'list'}>
          {list}
        </div>
        <div className={styles.part} hidden={part !== 'detail'}>
          {detail}
        </div>
        {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- links inside it lead to the detail */}
        <div
          className={styles.part}
          hidden={part !== 'versions'}
          onClick={({ target }) => {
            if ((target as HTMLElement).closest('a') !== null) setPart('detail')
          }}
        >
          {history}
        </div>
      </div>
    )
  }
  return (
    <div className={styles.wide} data-columns={isWide ? 3 : 2}>
      {list}
      {detail}
      {isWide ? (
        <div className={styles.side}>
          {example}
          {history}
        </div>
      ) : null}
      {isWide || isRecord ? null : <div className={styles.foot}>{history}</div>}
    </div>
  )
}

/** The documentation of a server's messages, commands and player data (S2.08). */
export default function DocPage(): ReactNode {
  const server = useScope(useShallow(({ sId, lineId }) => ({ sId, lineId })))
  return <Doc key={`${server.lineId}/${server.sId}`} source={{ ...server, recordId: '' }} />
}

/** The documentation of one server or record. */
export function Doc({ source }: { source: DocSource }): ReactNode {
  const t = useSimulatorTexts()
  const place = useDocPlace()
  const state = useDocDefinition(source, place.address.version)
  const [last, setLast] = useState<LoadedDefinition | null>(null)
  if (state.state === 'ready' && state.definition !== last) setLast(state.definition)
  // Another version is on its way: the one before stays in view, with what was typed and scrolled.
  const definition = state.state === 'ready' ? state.definition : state.state === 'loading' ? last : null
  if (definition !== null) {
    return (
      <div className={styles.page} aria-busy={state.state === 'loading'}>
        {source.recordId === '' ? <Notices definition={definition} place={place} /> : null}
        <DocParts source={source} definition={definition} place={place} />
      </div>
    )
  }
  return (
    <Panel title={t('doc.title')} icon={<BookOpen size={15} aria-hidden />}>
      {state.state === 'loading' ? <LoadingRows rows={12} /> : null}
      {state.state === 'failed' ? <ErrorState error={state.error} onRetry={state.retry} /> : null}
      {state.state === 'unreadable' ? (
        <EmptyState title={t('doc.unreadable')} hint={state.place} icon={<CircleAlert />} />
      ) : null}
    </Panel>
  )
}
