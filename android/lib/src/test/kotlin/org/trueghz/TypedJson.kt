package org.trueghz

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import java.math.BigInteger
import kotlin.math.abs
import kotlin.math.max
import kotlin.reflect.KClass
import kotlin.reflect.KProperty1
import kotlin.reflect.full.memberProperties
import kotlin.reflect.full.primaryConstructor

/**
 * Rebuilds core's JSON from the typed records that crossed the boundary, to compare it with core's
 * own output. It knows serde's ways, and nothing of any one record but how its kind is tagged.
 */
object TypedJson {
    /** How serde tags the variants of an enum that have fields. */
    private sealed interface Tag {
        /** `{"variant": fields}`, or `"variant"` if there are no fields. */
        data object Outside : Tag

        /** `{"name": "variant", fields}`. */
        data class Inside(
            val name: String,
        ) : Tag
    }

    fun of(value: Any?): JsonElement =
        when (value) {
            null -> JsonNull
            is String -> JsonPrimitive(value)
            is Boolean -> JsonPrimitive(value)
            is Double -> JsonPrimitive(value)
            is Number, is UByte, is UShort, is UInt, is ULong -> JsonPrimitive(BigInteger(value.toString()))
            is List<*> -> JsonArray(value.map(::of))
            is Enum<*> -> JsonPrimitive(value.name.lowercase())
            is Warning -> JsonObject(fieldsOf(value, Tag.Inside("code")) + words(value))
            is LowCause -> JsonObject(fieldsOf(value, Tag.Inside("code")))
            else -> record(value)
        }

    private fun words(warning: Warning): Map<String, JsonElement> {
        val words = warningWords(warning)
        return mapOf("text" to of(words.text), "advice" to of(words.advice))
    }

    private fun record(value: Any): JsonElement {
        val sealed = value::class.java.superclass.kotlin
        if (!sealed.isSealed) return JsonObject(members(value))
        return when (val tag = tagOf(sealed)) {
            is Tag.Inside -> JsonObject(fieldsOf(value, tag))
            Tag.Outside -> outside(value)
        }
    }

    private fun tagOf(sealed: KClass<*>): Tag =
        when {
            sealed.simpleName!!.endsWith("Fact") -> Tag.Inside("state")
            sealed == Agreement::class -> Tag.Inside("agreement")
            sealed == WhyNoCounter::class -> Tag.Inside("kind")
            else -> Tag.Outside
        }

    private fun outside(value: Any): JsonElement {
        val variant = snake(value::class.simpleName!!)
        val members = members(value)
        return when (members.keys) {
            emptySet<String>() -> JsonPrimitive(variant)
            setOf(UNNAMED) -> JsonObject(mapOf(variant to members.getValue(UNNAMED)))
            else -> JsonObject(mapOf(variant to JsonObject(members)))
        }
    }

    private fun fieldsOf(
        value: Any,
        tag: Tag.Inside,
    ): Map<String, JsonElement> {
        val members = members(value)
        // A variant around a record has the record's fields.
        val fields = (members[UNNAMED] as? JsonObject) ?: members
        return mapOf(tag.name to JsonPrimitive(snake(value::class.simpleName!!))) + fields
    }

    private fun members(value: Any): Map<String, JsonElement> {
        @Suppress("UNCHECKED_CAST")
        val kind = value::class as KClass<Any>
        // The parameters of the constructor are the record; an `object` has none.
        val names =
            kind.primaryConstructor
                ?.parameters
                ?.map { it.name }
                .orEmpty()
        val properties = kind.memberProperties.filter { it.name in names }
        return properties.flatMap { fields(value, it) }.toMap()
    }

    private fun fields(
        value: Any,
        property: KProperty1<Any, *>,
    ): List<Pair<String, JsonElement>> {
        val json = of(property.get(value))
        return if (isLeftOut(property, json)) {
            emptyList()
        } else if (isFlattened(value, property)) {
            (json as JsonObject).toList()
        } else {
            listOf(snake(property.name) to json)
        }
    }

    /** `#[serde(flatten)]`: how far two clocks are apart. */
    private fun isFlattened(
        value: Any,
        property: KProperty1<Any, *>,
    ) = property.name == "difference" && (value is Agreement || value is Disagreement)

    /** `#[serde(skip_serializing_if)]`: what a reading, or the clock that timed it, has none of. */
    private fun isLeftOut(
        property: KProperty1<Any, *>,
        json: JsonElement,
    ) = property.name in LEFT_OUT && json in listOf(JsonNull, JsonArray(emptyList()))

    private fun snake(name: String) =
        if (name == "loadAverage1Min") {
            // The way back is not unique where a digit stands in a name: `p99Ns` has no underscore there.
            "load_average_1_min"
        } else {
            name.replace(Regex("(?<=.)[A-Z]"), "_$0").lowercase()
        }

    /** Members that are left out if they are empty. */
    private val LEFT_OUT =
        setOf(
            "measuredAt",
            "options",
            "atLeastHz",
            "states",
            "rateFrom",
            "counters",
            "perStep",
            "lowBecause",
        )

    /** uniffi's name for an unnamed field of a variant. */
    private const val UNNAMED = "v1"
}

/**
 * This value with exact whole numbers and with other numbers as doubles. The number of digits that
 * a language writes for a double may differ.
 */
fun JsonElement.exact(): Any? =
    when (this) {
        JsonNull -> {
            null
        }

        is JsonObject -> {
            mapValues { it.value.exact() }
        }

        is JsonArray -> {
            map(JsonElement::exact)
        }

        is JsonPrimitive -> {
            when {
                isString -> content
                content == "true" || content == "false" -> content.toBoolean()
                content.any { it in ".eE" } -> content.toDouble()
                else -> BigInteger(content)
            }
        }
    }

/**
 * Whether two such values are the same, doubles to a part in 10^9: the last bits of logarithms and roots
 * depend on the processor, so that a file from another machine may have others.
 */
fun isSame(
    a: Any?,
    b: Any?,
): Boolean =
    when {
        a is Double && b is Double -> {
            abs(a - b) <= 1e-9 * max(abs(a), abs(b))
        }

        a is List<*> && b is List<*> -> {
            a.size == b.size && a.zip(b).all { (a, b) -> isSame(a, b) }
        }

        a is Map<*, *> && b is Map<*, *> -> {
            a.keys == b.keys &&
                a.all { (key, value) -> isSame(value, b[key]) }
        }

        else -> {
            a == b
        }
    }
