/**
 * The protocol's types as a reader of the package sees them: what zod derives is written out,
 * without zod.
 */
import ts from 'typescript';

/** All that is left of zod: a schema stands for the type of its values. */
const SCHEMAS = `declare namespace z {
  interface ZodType<Value = unknown> {
    readonly value: Value;
  }
  type infer<Schema> = Schema extends ZodType<infer Value> ? Value : never;
}`;

/** Names of shorter types would not be shorter. */
const WORTH_A_NAME = 50;

interface Wishes {
  readonly program: ts.Program;
  readonly files: readonly ts.SourceFile[];
  /** Files whose lists of words (spots, phases, cards) go by their names. */
  readonly rooms: readonly ts.SourceFile[];
  /** By name. */
  readonly constants: ReadonlySet<string>;
}

/**
 * One declaration file for all that `files` of `program` export as types, and for the constants
 * among `constants`.
 */
export function plainTypes({ program, files, rooms, constants }: Wishes): string {
  const checker = program.getTypeChecker();
  const written = writer(checker);
  const aliases = files.flatMap((file) => exportsOf(file, ts.isTypeAliasDeclaration));
  const generic = [
    ...aliases.filter(({ typeParameters }) => typeParameters !== undefined),
    ...files.flatMap((file) => exportsOf(file, ts.isInterfaceDeclaration)),
  ];
  const typeOf = ({ name }: { readonly name: ts.Node }): ts.Type => checker.getTypeAtLocation(name);

  const plain = aliases.filter(({ typeParameters }) => typeParameters === undefined);
  const own = new Set(plain.map(({ name }) => name.text));
  const words = rooms
    .flatMap((file) => exportsOf(file, ts.isTypeAliasDeclaration))
    .filter((alias) => isWords(typeOf(alias)) && !own.has(alias.name.text));
  const define = (alias: ts.TypeAliasDeclaration): Definition =>
    written.define(alias.name.text, typeOf(alias));
  const defined = { words: words.map(define), plain: plain.map(define) };
  const values = files
    .flatMap((file) => exportsOf(file, ts.isVariableStatement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ name }) => ts.isIdentifier(name) && constants.has(name.text))
    .map(
      (value) => `export declare const ${value.name.getText()}: ${written.write(typeOf(value))};`,
    );
  const body = [
    ...generic.map((declaration) => declaration.getText()),
    ...defined.plain.map(({ text }) => text),
    ...values,
  ].join('\n\n');
  const used = defined.words.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(body));
  const lists = used.map(({ text }) => text).join('\n\n');
  return `/** The messages of the studio, made from its schemas. */\n${SCHEMAS}\n\n${lists}\n\n${body}\n`;
}

const exportsOf = <T extends ts.Statement & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> }>(
  file: ts.SourceFile,
  is: (node: ts.Node) => node is T,
): readonly T[] =>
  file.statements.filter(
    (node): node is ts.Statement & T =>
      is(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true,
  );

const isWords = (type: ts.Type): boolean =>
  type.isUnion() && type.types.every((each) => each.isStringLiteral());

interface Definition {
  readonly name: string;
  readonly text: string;
}

interface Writer {
  readonly write: (type: ts.Type) => string;
  readonly define: (name: string, type: ts.Type) => Definition;
}

/** Writes types out, down to the words. What was defined before is called by its name. */
function writer(checker: ts.TypeChecker): Writer {
  const names = new Map<string, string>();

  const write = (type: ts.Type): string => {
    const text = writtenOut(type);
    return names.get(text) ?? text;
  };

  const writtenOut = (type: ts.Type): string => {
    if (type.isUnion()) return union(type);
    if (!isObject(type)) return checker.typeToString(type);
    if (checker.isTupleType(type)) return `readonly [${argumentsOf(type).map(write).join(', ')}]`;
    if (checker.isArrayType(type)) {
      return `readonly ${inBrackets(argumentsOf(type).map(write).join())}[]`;
    }
    const schema = type.getProperty('_zod');
    return schema === undefined ? fields(type) : `z.ZodType<${write(valuesOf(schema))}>`;
  };

  /** `true | false` is `boolean` again, and what may be missing comes last. */
  const union = (type: ts.UnionType): string => {
    const texts = new Set(type.types.map(write));
    const empty = ['null', 'undefined'].filter((text) => texts.delete(text));
    const boolean = texts.has('true') && texts.delete('true') && texts.delete('false');
    const rest = [...(boolean ? ['boolean'] : []), ...texts].join(' | ');
    return [...(rest === '' ? [] : [names.get(rest) ?? rest]), ...empty].join(' | ');
  };

  const fields = (type: ts.Type): string => {
    const index = checker
      .getIndexInfosOfType(type)
      .map((info) => `readonly [key: ${write(info.keyType)}]: ${write(info.type)};`);
    const own = checker.getPropertiesOfType(type).map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const name = /^\w+$/.test(property.name) ? property.name : `'${property.name}'`;
      const text = write(checker.getTypeOfSymbol(property));
      return `readonly ${name}${isOptional ? '?' : ''}: ${text};`;
    });
    return `{ ${[...index, ...own].join(' ')} }`;
  };

  const valuesOf = (schema: ts.Symbol): ts.Type =>
    checker.getTypeOfSymbol(checker.getTypeOfSymbol(schema).getProperty('output')!);
  const argumentsOf = (type: ts.Type): readonly ts.Type[] =>
    checker.getTypeArguments(type as ts.TypeReference);

  const define = (name: string, type: ts.Type): Definition => {
    const text = writtenOut(type);
    if (text.length >= WORTH_A_NAME && !names.has(text)) names.set(text, name);
    return { name, text: `export type ${name} = ${text};` };
  };
  return { write, define };
}

const isObject = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
  type.getCallSignatures().length === 0;

const inBrackets = (text: string): string => (/[|&]|^readonly /.test(text) ? `(${text})` : text);
