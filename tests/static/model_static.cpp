// SPDX-License-Identifier: MIT
/// @file
/// What is a Model and what is not, and what a dit spec knows at compile time; compiled, never linked.
#include <regula/concepts/model.hpp>
#include <regula/models/dit.hpp>

#include <cstddef>
#include <type_traits>

namespace {

using regula::data_shape;
using regula::head;
using regula::head_set;

struct good {
  static constexpr head_set heads = {head::logits, head::timed_logits};
  static constexpr std::size_t parameter_count(data_shape shape) { return shape.values(); }
};
struct not_copyable : good {
  not_copyable()                    = default;
  not_copyable(not_copyable const&) = delete;
};
struct no_heads {
  static constexpr std::size_t parameter_count(data_shape shape) { return shape.values(); }
};
struct heads_of_a_value : no_heads {
  head_set heads = {head::logits};
};
struct one_head_not_a_set : no_heads {
  static constexpr head heads = head::logits;
};
struct no_count {
  static constexpr head_set heads = {head::logits};
};
struct counts_by_a_value : no_count {
  std::size_t parameter_count(data_shape shape) const { return shape.values(); }
};
struct counts_in_int : no_count {
  static int parameter_count(data_shape) { return 1; }
};
struct counts_without_shape : no_count {
  static std::size_t parameter_count() { return 1; }
};

static_assert(regula::Model<good> && regula::check_model<good>());
static_assert(regula::Model<regula::dit<>> && regula::check_model<regula::dit<>>());
static_assert(regula::Model<regula::dit<regula::size{.width = 384, .depth = 6, .heads = 6}>>);

static_assert(!regula::Model<int>);
static_assert(!regula::Model<void>);
static_assert(!regula::Model<good&>);
static_assert(!regula::Model<not_copyable>);
static_assert(!regula::OffersHeads<no_heads> && !regula::Model<no_heads>);
static_assert(!regula::OffersHeads<heads_of_a_value> && !regula::Model<heads_of_a_value>);
static_assert(!regula::OffersHeads<one_head_not_a_set> && !regula::Model<one_head_not_a_set>);
static_assert(!regula::CountsParameters<no_count> && !regula::Model<no_count>);
static_assert(!regula::CountsParameters<counts_by_a_value> && !regula::Model<counts_by_a_value>);
static_assert(!regula::CountsParameters<counts_in_int> && !regula::Model<counts_in_int>);
static_assert(!regula::CountsParameters<counts_without_shape> && !regula::Model<counts_without_shape>);

// Sets of heads and shapes of data ------------------------------------------------------------------------------------
static_assert(good::heads.contains(head::logits) && good::heads.contains(head::timed_logits));
static_assert(!good::heads.contains(head::denoiser) && !good::heads.contains(head::causal_logits));
static_assert(!head_set{}.contains(head::denoiser));
static_assert(data_shape{{6, 6}, 3, 2}.cells() == 36 && data_shape{{6, 6}, 3, 2}.values() == 108);

// The dit spec --------------------------------------------------------------------------------------------------------
using small = regula::dit<regula::size{.width = 16, .depth = 2, .heads = 2}>;
static_assert(std::is_empty_v<small>);
static_assert(small::heads.contains(head::denoiser) && !small::heads.contains(head::causal_logits));
static_assert(small::dimensions.width == 16 && small::dimensions.depth == 2 && small::dimensions.heads == 2);
static_assert(regula::Described<small> && small::parameters()[1].value == 2);
static_assert(!std::is_same_v<small, regula::dit<regula::size{.width = 16, .depth = 2, .heads = 4}>>);

}  // namespace
