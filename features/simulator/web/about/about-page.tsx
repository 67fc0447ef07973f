import { tipProtocol } from '@qd/data-edit/contract'
import { readDescriptor } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { formatQuantity } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { useCall, useMay, useScope } from '@qd/web-calls'
import { LoadingRows, Panel, Time } from '@qd/web-controls'
import { CopyButton, EmptyState, ErrorState, KeyChips } from '@qd/web-frame'
import { Binary, CircleAlert, FileCode, Gauge, Keyboard, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import { VERSIONS_PER_GAME, protoDefinition, wstoolConfig } from '../../contract/index.ts'
import type { DocServer } from '../doc/use-definition.ts'
import { useVersions } from '../doc/use-versions.ts'
import { useSimulatorTexts } from '../texts.ts'
import styles from './about-page.module.css'
import { Facts } from './facts.tsx'
import type { Fact } from './facts.tsx'
import { FrameView } from './frame-view.tsx'

export function Hash({ value, label }: { value: string; label: string }): ReactNode {
  return (
    <span className={styles.hash}>
      <code>{value}</code>
      <CopyButton text={value} label={label} />
    </span>
  )
}

/** Which definitions the server has, and since when they are known. */
function VersionFacts({ server }: { server: DocServer }): ReactNode {
  const t = useSimulatorTexts()
  const query = { sId: String(server.sId), lineId: server.lineId }
  const proto = useCall(protoDefinition, { query }, { tag: 'simulator:about.definitions', told: 'inline' })
  const mayTip = useMay(tipProtocol)
  const tip = useCall(tipProtocol, mayTip ? { query } : null, { tag: 'simulator:about.md5', told: 'once' })
  const { data: versions } = useVersions(server, proto.data !== undefined)
  const title = t('about.definitions')
  const icon = <FileCode size={15} aria-hidden />
  if (proto.data === undefined) {
    const retry = () => void proto.refetch()
    return (
      <Panel title={title} icon={icon}>
        {proto.error ? <ErrorState error={proto.error} onRetry={retry} /> : <LoadingRows rows={4} />}
      </Panel>
    )
  }
  const { hash } = proto.data
  const own = versions?.versions.find((version) => version.hash === hash)
  const facts: Fact[] = [
    { name: t('about.hash'), value: <Hash value={hash} label={t('about.copyHash')} /> },
    { name: t('about.firstSeen'), value: <Time at={own?.firstAt ?? null} /> },
    { name: t('about.commands'), value: formatQuantity(proto.data.cmds.length) },
    { name: t('about.messages'), value: own === undefined ? '–' : formatQuantity(own.messages) },
    {
      name: t('about.versions'),
      value: versions === undefined ? '–' : `${versions.versions.length} / ${VERSIONS_PER_GAME}`,
    },
  ]
  if (tip.data !== undefined) {
    facts.push({ name: t('about.md5'), value: <Hash value={tip.data.md5} label={t('about.copyHash')} /> })
  }
  return <Facts title={title} icon={icon} facts={facts} />
}

/** How large frames may be, and what keeps a socket open. */
function LimitFacts({ descriptor, ws }: { descriptor: FrameDescriptor; ws: string }): ReactNode {
  const t = useSimulatorTexts()
  const { heartbeat, lengthCovers, body, cipher, compression, transport, maxFrameBytes } = descriptor
  const facts: Fact[] = [
    { name: t('about.maxFrame'), value: t('about.byteCount', { n: formatQuantity(maxFrameBytes) }) },
    {
      name: t('about.heartbeat'),
      value:
        heartbeat === undefined
          ? t('about.none')
          : t('about.everySeconds', { cmd: String(heartbeat.cmd), seconds: heartbeat.everySeconds }),
    },
    {
      name: t('about.lengthCovers'),
      value: lengthCovers === undefined ? '–' : t(`about.covers.${lengthCovers}`),
    },
    { name: t('about.bodyCodec'), value: <code>{body ?? 'protobuf'}</code> },
    { name: t('about.cipher'), value: cipher === undefined ? t('about.none') : <code>{cipher.kind}</code> },
    {
      name: t('about.compression'),
      value: compression === undefined ? t('about.none') : <code>{compression.kind}</code>,
    },
    { name: t('about.transport'), value: <code>{transport ?? 'websocket'}</code> },
    { name: t('about.gateway'), value: <code>{ws}</code> },
  ]
  return <Facts title={t('about.limits')} icon={<Gauge size={15} aria-hidden />} facts={facts} />
}

/** Keys of the simulator, under the names its own list of keys has. */
const SIMULATOR_KEYS = [
  { name: 'page.keys.connect', keys: 'mod+alt+shift+n' },
  { name: 'page.keys.send', keys: 'mod+enter' },
  { name: 'page.keys.filter', keys: 'mod+shift+f' },
  { name: 'page.detail.pin', keys: 'p' },
  { name: 'page.detail.pair', keys: 'g' },
  { name: 'page.detail.mark', keys: 'c' },
] as const

/** Keys of the list of the documentation. */
const KEYS = [
  { name: 'move', keys: ['arrowup', 'arrowdown'] },
  { name: 'fold', keys: ['arrowleft', 'arrowright'] },
  { name: 'open', keys: ['enter'] },
  { name: 'all', keys: ['?'] },
] as const

function ShortcutFacts(): ReactNode {
  const t = useSimulatorTexts()
  const facts = KEYS.map(({ name, keys }) => ({
    name: t(`about.key.${name}`),
    value: keys.map((each) => <KeyChips key={each} keys={each} />),
  }))
  const icon = <Keyboard size={15} aria-hidden />
  const ofSimulator = SIMULATOR_KEYS.map(({ name, keys }) => ({
    name: t(name),
    value: <KeyChips keys={keys} />,
  }))
  return (
    <>
      <Facts title={t('about.simulatorKeys')} icon={icon} facts={ofSimulator} />
      <Facts title={t('about.shortcuts')} icon={icon} facts={facts} />
    </>
  )
}

function Links({ doc, simulator }: { doc: string; simulator: string }): ReactNode {
  const t = useSimulatorTexts()
  return (
    <Panel title={t('about.links')} icon={<Link2 size={15} aria-hidden />} bodyPadding={14}>
      <ul className={styles.links}>
        <li>
          <Link to={doc}>{t('doc.title')}</Link>
        </li>
        <li>
          <Link to={simulator}>{t('about.simulator')}</Link>
        </li>
      </ul>
    </Panel>
  )
}

/** The page: how frames are built, what is known of the definitions, limits, keys and links. */
export function AboutView(props: {
  layout: unknown
  /** Where the socket leads. */
  address: string
  /** What is known of the definitions. */
  facts: ReactNode
  doc: string
  simulator: string
}): ReactNode {
  const t = useSimulatorTexts()
  const read = readDescriptor(props.layout)
  return (
    <div className={styles.page}>
      {read.ok ? (
        <FrameView descriptor={read.descriptor} />
      ) : (
        <Panel title={t('about.layout')} icon={<Binary size={15} aria-hidden />}>
          <EmptyState
            icon={<CircleAlert />}
            title={t('about.noFrame')}
            hint={`${read.path}: ${read.reason}`}
          />
        </Panel>
      )}
      <div className={styles.columns}>
        {props.facts}
        {read.ok ? <LimitFacts descriptor={read.descriptor} ws={props.address} /> : null}
        <ShortcutFacts />
        <Links doc={props.doc} simulator={props.simulator} />
      </div>
    </div>
  )
}

/** While there is nothing to show yet. */
export function AboutWaits({ error, retry }: { error: CallError | null; retry: () => void }): ReactNode {
  const t = useSimulatorTexts()
  return (
    <Panel title={t('about.title')} icon={<Binary size={15} aria-hidden />}>
      {error ? <ErrorState error={error} onRetry={retry} /> : <LoadingRows rows={8} />}
    </Panel>
  )
}

/** How frames of the game at the selection are built, and what is known of its definitions (S2.08). */
export default function AboutPage(): ReactNode {
  const server = useScope(useShallow(({ sId, lineId }) => ({ sId, lineId })))
  const { data, error, refetch } = useCall(
    wstoolConfig,
    { query: { sId: String(server.sId), lineId: server.lineId } },
    { tag: 'simulator:about.title', told: 'inline' },
  )
  if (data === undefined) return <AboutWaits error={error} retry={() => void refetch()} />
  return (
    <AboutView
      layout={data.codec}
      address={data.ws}
      facts={<VersionFacts server={server} />}
      doc="/mock/doc"
      simulator="/mock"
    />
  )
}
