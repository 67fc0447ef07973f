import { readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { FRAME_PRESETS } from '@qd/game-frame'
import { errorText, loadTexts } from '@qd/server-kit'
import { readRecord, simulatorTexts } from '@qd/simulator/server'
import type { RecordParts } from '@qd/simulator/server'
import { EnvError } from '../env.ts'
import type { AloneOptions, CommandSource } from './alone-options.ts'

/** What the calls of the simulator make a record of, and what it holds. */
export interface GivenGame {
  name: string
  parts: RecordParts
  messages: number
  commands: number
  layout: string
}

const MOST_FILES = 500

function textOf(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new EnvError(`${option}: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
}

function jsonOf(file: string, option: string): unknown {
  try {
    return parseJsonText(textOf(file, option))
  } catch (error) {
    if (error instanceof EnvError) throw error
    throw new EnvError(`${option}: ${file} is no JSON: ${(error as Error).message}`)
  }
}

function protoFilesIn(folder: string): { path: string; text: string }[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.proto'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !/(^|[\\/])(node_modules|\.[^\\/]+)[\\/]/.test(name))
    .toSorted()
  if (names.length === 0) throw new EnvError(`${folder} has no .proto files`)
  if (names.length > MOST_FILES)
    throw new EnvError(`${folder} has ${names.length} .proto files; ${MOST_FILES} is the most`)
  return names.map((path) => ({ path, text: textOf(join(folder, path), 'definitions') }))
}

function definitionOf(path: string): Pick<RecordParts, 'files' | 'descriptor'> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder === undefined) throw new EnvError(`${path} does not exist`)
  if (isFolder) return { files: protoFilesIn(path) }
  if (!path.endsWith('.json')) throw new EnvError(`${path} is neither a folder nor a JSON descriptor`)
  return { descriptor: textOf(path, 'definitions') }
}

function layoutOf(frame: string, from: string): unknown {
  const preset = FRAME_PRESETS.get(frame)
  if (preset !== undefined) return preset
  const file = resolve(from, frame)
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    const names = [...FRAME_PRESETS.keys()].join(', ')
    throw new EnvError(`--frame: ${frame} is no file and none of ${names}`)
  }
  return jsonOf(file, '--frame')
}

function commandsOf(source: CommandSource, from: string): RecordParts['commands'] {
  if (source.kind === 'none') return { kind: 'list', list: [] }
  if (source.kind === 'rule') return source
  return { kind: 'csv', text: textOf(resolve(from, source.file), '--commands') }
}

/** Reads all files that were named, against the folder they were named in; throws what is said in one line. */
export function readGiven(
  { definitions, url, frame, commands }: Pick<AloneOptions, 'definitions' | 'url' | 'frame' | 'commands'>,
  from: string,
): GivenGame {
  const path = resolve(from, definitions)
  const parts: RecordParts = {
    url,
    layout: layoutOf(frame, from),
    ...definitionOf(path),
    commands: commandsOf(commands, from),
  }
  try {
    const read = readRecord(parts)
    const counts = { messages: read.messages, commands: read.commands.length }
    return { name: basename(path).slice(0, 100), parts, ...counts, layout: read.layout.name }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new EnvError(errorText(error, loadTexts([coreTextsFolder, simulatorTexts]), 'en'))
  }
}

/** The files and folders that `readGiven` reads. */
export function watchedPaths({ definitions, frame, commands }: AloneOptions, from: string): string[] {
  const paths = [definitions, ...(commands.kind === 'csv' ? [commands.file] : [])]
  return [...paths, ...(FRAME_PRESETS.has(frame) ? [] : [frame])].map((path) => resolve(from, path))
}
