import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  coreErrors,
  permissionKey,
  type AnyChannel,
  type AnyRoute,
  type ApprovalType,
  type ResourceKind,
} from '../../packages/contract-kit/src/index.ts'
import { root, type LocaleFolder } from '../languages/locale-files.ts'

/** A text that a declaration demands, as the key under which it must stand. */
interface Demand {
  folder: string
  key: string
  source: string
}

type Declared = AnyRoute | AnyChannel
const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'route' || value.kind === 'channel')

const isErrorDef = (value: unknown): value is { code: string } =>
  typeof value === 'object' && value !== null && 'code' in value && 'retryable' in value && 'status' in value

/** A kind that grants may be narrowed to: nothing else that is exported has just these two. */
const isResourceKind = (value: unknown): value is ResourceKind =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).toSorted().join() === 'kind,parts' &&
  'parts' in value &&
  Array.isArray(value.parts)

const isApproval = (value: unknown): value is ApprovalType =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'approval'

function demandsOf(exported: unknown): string[] {
  if (isApproval(exported)) return [`approvals.${exported.title}`]
  if (isResourceKind(exported)) {
    const { kind, parts } = exported
    return [kind, ...parts.map((part) => `${kind}_${part}`)].map((key) => `resources.${key}`)
  }
  if (isDeclared(exported)) {
    const { permission, title } = exported
    return [
      `routes.${title}`,
      ...(typeof permission === 'string' ? [] : [`permissions.${permissionKey(permission)}`]),
    ]
  }
  if (typeof exported !== 'object' || exported === null) return []
  const values = Object.values(exported)
  if (values.length > 0 && values.every(isErrorDef)) return values.map((def) => `errors.${def.code}`)
  return []
}

async function readDemands(): Promise<Demand[]> {
  const demands: Demand[] = Object.keys(coreErrors).map((code) => ({
    folder: 'packages/contract-kit/locales',
    key: `errors.${code}`,
    source: 'coreErrors',
  }))
  for (const file of globSync('features/*/contract/index.ts', { cwd: root })) {
    const contract = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
    for (const [source, exported] of Object.entries(contract))
      for (const key of demandsOf(exported))
        demands.push({ folder: join(dirname(file), 'locales'), key, source })
  }
  return demands
}

/** Error codes, route titles and permissions that no contract text names; any feature may hold a shared permission. */
export async function undeclaredTexts(
  folders: LocaleFolder[],
): Promise<{ problems: string[]; count: number }> {
  const cnOf = (folder: string) => folders.find((found) => found.folder === folder)?.texts.get('cn')
  const everywhere = new Set(folders.flatMap((found) => [...(found.texts.get('cn')?.keys() ?? [])]))
  const demands = await readDemands()
  const problems = demands
    .filter(
      ({ folder, key }) => !(key.startsWith('permissions.') ? everywhere.has(key) : cnOf(folder)?.has(key)),
    )
    .map(({ folder, key, source }) => `${folder}: ${source} needs the text ${key}`)
  return { problems: [...new Set(problems)], count: demands.length }
}
