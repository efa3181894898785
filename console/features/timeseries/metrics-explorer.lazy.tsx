// The metrics explorer: a catalogue, an editor and the result. The query is in the URL, so a result can be shared. Without one, the
// metrics page shows ready charts instead.
import { History, Link as LinkIcon, Play } from '@lucide/icons'
import { useState } from 'react'
import { useAddress } from '../../address.ts'
import { unwrap } from '#contract/client.ts'
import { isUnknownOperation } from '../../other-host.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Button } from '../../ui/input/button.tsx'
import { MenuButton } from '../../ui/overlay/menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData, useLoad } from '../../use-api.ts'
import { copyText } from '../../util/clipboard.ts'
import { truncate } from '../../util/text.ts'
import { keep, kept } from '../../util/keep.ts'
import { Catalogue } from './catalogue.tsx'
import type { Schema } from './completion.ts'
import { OxqlEditor } from './oxql-editor.tsx'
import { QueryFailure, QueryOutcome } from './query-outcome.tsx'
import { remember, type Names } from './result-data.ts'
import { explorerQuery, projectSchemas, systemSchemas } from './timeseries-queries.ts'
import { useFieldValues } from './use-field-values.ts'
import { useFleetNames, useProjectNames } from './use-names.ts'

/** Explores the metrics of a project, or of the whole fleet. */
export const MetricsExplorer = ({ project }: { project?: string | undefined }) =>
  project === undefined ? <SystemExplorer /> : <ProjectExplorer project={project} />

const SystemExplorer = () => <Explorer schemas={useData(systemSchemas()).items} names={useFleetNames()} />

function ProjectExplorer({ project }: { project: string }) {
  const answer = useData(projectSchemas(project))
  const schemas = isUnknownOperation(answer) ? [] : unwrap('timeseries_schema_list', answer).items
  return <Explorer project={project} schemas={schemas} names={useProjectNames(project)} />
}

const HISTORY = 'oxql-history'
const MENU_LENGTH = 70

function readHistory(): string[] {
  try {
    const read: unknown = JSON.parse(kept(HISTORY) ?? '[]')
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** A query to start with. Distributions cannot be averaged. */
const starterQuery = ({ timeseriesName, datumType }: Schema) =>
  datumType.startsWith('histogram')
    ? `get ${timeseriesName}\n  | filter timestamp > @now() - 1h\n  | last 1`
    : `get ${timeseriesName}\n  | filter timestamp > @now() - 1h\n  | align mean_within(1m)`

async function copyLink() {
  const isCopied = await copyText(location.href)
  toast({ tone: isCopied ? 'success' : 'error', content: isCopied ? 'Link copied' : 'The link could not be copied' })
}

interface ExplorerProps {
  /** the whole fleet without one */
  project?: string
  schemas: readonly Schema[]
  names: Names
}

function Explorer({ project, schemas, names }: ExplorerProps) {
  const { search, change } = useAddress()
  const asked = search.get('query') ?? ''
  const [text, setText] = useState(asked)
  const [known, setKnown] = useState(asked)
  // Back and Forward change the URL, and the editor follows
  if (known !== asked) {
    setKnown(asked)
    setText(asked)
  }
  const [history, setHistory] = useState(readHistory)
  const { data, error, isFetching, refetch } = useLoad(explorerQuery(project, asked), { enabled: asked !== '' })
  const values = useFieldValues(project)
  const run = (query: string) => {
    const wanted = query.trim()
    if (wanted === '') return
    const next = remember(history, wanted)
    setHistory(next)
    keep(HISTORY, JSON.stringify(next))
    setText(wanted)
    setKnown(wanted)
    if (wanted === asked) return void refetch()
    change((params) => params.set('query', wanted), { replace: false })
  }
  return (
    <div className="grid gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <Catalogue schemas={schemas} onSelect={(schema) => run(starterQuery(schema))} />
      <div className="min-w-0 space-y-4">
        <section aria-label="Query" className="space-y-2">
          <OxqlEditor
            value={text}
            onChange={setText}
            onRun={() => run(text)}
            schemas={schemas}
            values={values}
            isInvalid={error !== null && text === asked}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant="primary"
              pending={isFetching}
              disabledReason={text.trim() === '' ? 'Enter a query first' : undefined}
              onClick={() => run(text)}
            >
              <Icon icon={Play} />
              Run query
            </Button>
            <Button disabledReason={asked === '' ? 'Run a query first' : undefined} onClick={() => void copyLink()}>
              <Icon icon={LinkIcon} />
              Copy link
            </Button>
            {history.length > 0 && (
              <MenuButton
                label="Query history"
                variant="secondary"
                align="start"
                items={[
                  ...history.map((query) => ({
                    label: truncate(query.replaceAll(/\s+/g, ' '), MENU_LENGTH),
                    onSelect: () => run(query),
                  })),
                  {
                    label: 'Clear history',
                    icon: 'delete',
                    group: 'clear',
                    onSelect: () => {
                      setHistory([])
                      keep(HISTORY, undefined)
                    },
                  },
                ]}
              >
                <Icon icon={History} />
                History
              </MenuButton>
            )}
            <span className="text-xs text-muted">Ctrl+Enter runs the query.</span>
          </div>
        </section>
        {error ? (
          <QueryFailure error={error} query={asked} />
        ) : (
          <QueryOutcome result={asked === '' ? undefined : data} asked={asked} schemas={schemas} names={names} />
        )}
      </div>
    </div>
  )
}
