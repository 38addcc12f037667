/**
 * The protocol's types as a reader of the package sees them: what zod derives is written out, and
 * zod itself is gone.
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

/**
 * One declaration file for all that `files` of `program` export as types, and for the constants
 * among `constants`. `rooms` are files whose lists of words (spots, phases, cards) go by their
 * names.
 */
export function plainTypes({ program, files, rooms, constants }) {
  const checker = program.getTypeChecker();
  const written = writer(checker);
  const aliases = files.flatMap((file) => exportsOf(file, ts.isTypeAliasDeclaration));
  const generic = [
    ...aliases.filter(({ typeParameters }) => typeParameters !== undefined),
    ...files.flatMap((file) => exportsOf(file, ts.isInterfaceDeclaration)),
  ];
  const typeOf = ({ name }) => checker.getTypeAtLocation(name);

  const plain = aliases.filter(({ typeParameters }) => typeParameters === undefined);
  const own = new Set(plain.map(({ name }) => name.text));
  const words = rooms
    .flatMap((file) => exportsOf(file, ts.isTypeAliasDeclaration))
    .filter((alias) => isWords(typeOf(alias)) && !own.has(alias.name.text));
  const define = (alias) => written.define(alias.name.text, typeOf(alias));
  const defined = { words: words.map(define), plain: plain.map(define) };
  const values = files
    .flatMap((file) => exportsOf(file, ts.isVariableStatement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ name }) => constants.has(name.text))
    .map((value) => `export declare const ${value.name.text}: ${written.write(typeOf(value))};`);
  const body = [
    ...generic.map((declaration) => declaration.getText()),
    ...defined.plain.map(({ text }) => text),
    ...values,
  ].join('\n\n');
  const used = defined.words.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(body));
  const lists = used.map(({ text }) => text).join('\n\n');
  return `/** The messages of the studio, made from its schemas. */\n${SCHEMAS}\n\n${lists}\n\n${body}\n`;
}

const exportsOf = (file, is) =>
  file.statements.filter(
    (node) =>
      is(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true,
  );

const isWords = (type) => type.isUnion() && type.types.every((each) => each.isStringLiteral());

/** Writes types out, down to the words; what was defined before is called by its name. */
function writer(checker) {
  const names = new Map();

  const write = (type) => {
    const text = writtenOut(type);
    return names.get(text) ?? text;
  };

  const writtenOut = (type) => {
    if (type.isUnion()) return union(type);
    if (!isObject(type)) return checker.typeToString(type);
    if (checker.isTupleType(type)) return `readonly [${argumentsOf(type).map(write).join(', ')}]`;
    if (checker.isArrayType(type)) return `readonly ${inBrackets(write(argumentsOf(type)[0]))}[]`;
    const schema = type.getProperty('_zod');
    return schema === undefined ? fields(type) : `z.ZodType<${write(valuesOf(schema))}>`;
  };

  /** `true | false` is `boolean` again, and what may be missing stands last. */
  const union = (type) => {
    const texts = new Set(type.types.map(write));
    const empty = ['null', 'undefined'].filter((text) => texts.delete(text));
    const boolean = texts.has('true') && texts.delete('true') && texts.delete('false');
    const rest = [...(boolean ? ['boolean'] : []), ...texts].join(' | ');
    return [...(rest === '' ? [] : [names.get(rest) ?? rest]), ...empty].join(' | ');
  };

  const fields = (type) => {
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

  const valuesOf = (schema) =>
    checker.getTypeOfSymbol(checker.getTypeOfSymbol(schema).getProperty('output'));
  const argumentsOf = (type) => checker.getTypeArguments(type);

  const define = (name, type) => {
    const text = writtenOut(type);
    if (text.length >= WORTH_A_NAME && !names.has(text)) names.set(text, name);
    return { name, text: `export type ${name} = ${text};` };
  };
  return { write, define };
}

const isObject = (type) =>
  (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
  type.getCallSignatures().length === 0;

const inBrackets = (text) => (/[|&]|^readonly /.test(text) ? `(${text})` : text);
