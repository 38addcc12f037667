/**
 * Sentences for people, which mutants leave alone: what an assertion says, and what the protocol
 * says of an event and its fields. The protocol's own test compares those with its document.
 */

/** As much of a node of Babel's as is read here. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly key?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
}

interface NodePath {
  readonly node: Node;
  readonly parent: Node | null;
}

/** What describes a field of an event, as its last argument. */
const DESCRIBES: ReadonlySet<string> = new Set(['assert', 'of', 'oneOf', 'listOf', 'orNull']);

const reasonFor = ({ node, parent }: NodePath): string | undefined => {
  if (!isText(node) || parent === null) return undefined;
  const isMeaning = parent.type === 'ObjectProperty' && parent.key?.name === 'means';
  const isSaid =
    parent.type === 'CallExpression' &&
    DESCRIBES.has(parent.callee?.name ?? '') &&
    parent.arguments?.[1] === node;
  return isMeaning || isSaid ? 'A sentence for people.' : undefined;
};

const isText = ({ type }: Node): boolean => type === 'StringLiteral' || type === 'TemplateLiteral';

/** As Stryker loads it. */
export const strykerPlugins = [
  { kind: 'Ignore', name: 'sentences', value: { shouldIgnore: reasonFor } },
];
